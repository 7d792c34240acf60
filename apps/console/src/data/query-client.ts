import { QueryCache, QueryClient, focusManager, type Query } from '@tanstack/react-query';
import { Refusal } from './refusal.ts';

/** How long a response counts as fresh; the stream invalidates it earlier. */
const FRESH_MS = 15_000;
/** A query without data is asked again so long after it failed, or later if the server says so. */
export const ASKED_AGAIN_AFTER_S = 5;

/** A GET is retried once if the server was unreachable or responded 502 or more; other errors are final. */
const shouldRetry = (failures: number, error: unknown) =>
  failures < 1 && error instanceof Refusal && (error.status === 0 || error.status >= 502);

/** Whether an error may pass by itself: the server was unreachable, broken or overloaded. */
const mayPass = ({ status }: Refusal) => status === 0 || status === 429 || status >= 500;

type Failed = Query<unknown, unknown>;

/** Asks failed queries without data again until they succeed; the page keeps the failure in sight meanwhile (`useHeldError`). */
const makeAskAgain = (refetch: (query: Failed) => void) => {
  const timers = new WeakMap<Failed, ReturnType<typeof setTimeout>>();
  const wait = (query: Failed, seconds: number) => {
    clearTimeout(timers.get(query));
    const askAgain = () => {
      if (query.state.status !== 'error' || !query.isActive()) return;
      if (focusManager.isFocused()) refetch(query);
      else wait(query, ASKED_AGAIN_AFTER_S);
    };
    timers.set(query, setTimeout(askAgain, seconds * 1_000));
  };
  return (error: unknown, query: Failed) => {
    if (query.state.data !== undefined || !(error instanceof Refusal) || !mayPass(error)) return;
    wait(query, Math.max(ASKED_AGAIN_AFTER_S, error.retryAfterS ?? 0));
  };
};

export const makeQueryClient = () => {
  const refetch = (query: Failed) =>
    void client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: makeAskAgain(refetch) }),
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
  return client;
};
