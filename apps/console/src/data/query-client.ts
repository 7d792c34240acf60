import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal.ts';

/** How long a response counts as fresh; the stream invalidates it earlier. */
const FRESH_MS = 15_000;

/** A GET is retried once if the server was unreachable or responded 502 or more; other errors are final. */
const shouldRetry = (failures: number, error: unknown) =>
  failures < 1 && error instanceof Refusal && (error.status === 0 || error.status >= 502);

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: 800,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
