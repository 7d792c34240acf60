import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal.ts';

/** How long an answer is taken as fresh; the stream says earlier when it no longer is. */
const FRESH_MS = 15_000;

/** A GET is tried once more where nothing or nobody in charge answered; a refusal with a reason is final. */
const mayHeal = (failures: number, error: unknown) =>
  failures < 1 && error instanceof Refusal && (error.status === 0 || error.status >= 502);

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: mayHeal,
        retryDelay: 800,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
