/** An average can't be moved on from new readings, for how many went into it isn't told: it is asked for, this often at most. */
export const FOLLOW_MS = 5_000;
/** A month of a busy device takes long to answer: the pause is so many times as long as that. */
const PAUSE_PER_ANSWER = 20;

/**
 * Asks again soon after new readings: once for all that come meanwhile, and not before the last time was answered.
 * `subscribe` tells of every new reading.
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
