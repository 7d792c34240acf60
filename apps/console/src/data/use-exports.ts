import { useAsk } from './use-ask.ts';

/** Its first part is react-admin's resource, whose refresh reloads it. */
export const EXPORTS = ['exports'] as const;
/** How often the exports are asked for while one is written, ms. */
const POLL_MS = 1_000;
const MOST_SHOWN = 100;

/** The user's exports of the last 24 hours, newest first. */
export const useExports = ({ isNeeded }: { isNeeded: boolean }) =>
  useAsk(
    'GET /export',
    { limit: MOST_SHOWN },
    {
      queryKey: EXPORTS,
      select: ({ exports }) => exports,
      enabled: isNeeded,
      refetchInterval: ({ state: { data } }) =>
        data?.exports.some(({ state }) => state === 'waiting') === true ? POLL_MS : false,
    },
  );
