/**
 * A new reading can't be added to an average whose number of readings is unknown: the average is requested again, at most this
 * often, ms.
 */
export const FOLLOW_MS = 5_000;
/** The response about a month of a busy device takes long: the pause before the next request is this many times as long. */
const PAUSE_PER_ANSWER = 20;

/**
 * Calls `askAgain` soon after new readings: once for all that arrive meanwhile, and only after the last call has ended.
 * `subscribe` notifies of each new reading.
 */
export const followReadings = (
  subscribe: (listener: () => void) => () => void,
  askAgain: () => Promise<unknown>,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  let isAsking = false;
  let hasMore = false;
  let pauseMs = FOLLOW_MS;
  const ask = async () => {
    timer = undefined;
    isAsking = true;
    hasMore = false;
    const askedAt = performance.now();
    await askAgain();
    pauseMs = Math.max(FOLLOW_MS, (performance.now() - askedAt) * PAUSE_PER_ANSWER);
    isAsking = false;
    if (hasMore && !hasEnded) askSoon();
  };
  const askSoon = () => {
    if (isAsking) hasMore = true;
    else timer ??= setTimeout(() => void ask(), pauseMs);
  };
  const unsubscribe = subscribe(askSoon);
  return () => {
    hasEnded = true;
    unsubscribe();
    clearTimeout(timer);
  };
};
