import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

/** How long a change takes to be safe once it is agreed to, ms. */
const COMMIT_MS = 250;

/** Somebody who waits for an answer. */
interface Caller {
  /** Epoch ms; they hear 503 then. */
  readonly answerBy: number;
  /** Aborts when they wait no more. */
  readonly gone: AbortSignal;
}

const caller = new AsyncLocalStorage<Caller>();
const NEVER_GONE = new AbortController().signal;

/** Runs `work` for somebody who waits for it until `answerBy` (epoch ms), and hears 503 then, or until they are gone. */
export const answeringBy = <Result>(
  answerBy: number,
  work: () => Promise<Result>,
  gone: AbortSignal = NEVER_GONE,
): Promise<Result> => caller.run({ answerBy, gone }, work);

/** How long the work on an answer may still take, ms; null where nobody waits for one. */
export const timeLeftMs = (): number | null => {
  const waiting = caller.getStore();
  return waiting === undefined ? null : waiting.answerBy - COMMIT_MS - Date.now();
};

/** Aborts when whoever waits for the answer is gone. */
export const callerGone = (): AbortSignal => caller.getStore()?.gone ?? NEVER_GONE;

/** Runs `work` for several who wait for it: they are gone when all of them are. */
export const answeringAll = <Result>(gone: readonly AbortSignal[], work: () => Result): Result => {
  const waiting = caller.getStore();
  return waiting === undefined ? work() : caller.run({ ...waiting, gone: allOf(gone) }, work);
};

const allOf = (signals: readonly AbortSignal[]): AbortSignal => {
  if (signals.length === 1) return signals[0]!;
  // It outlives all others: a listener on it would stay for good.
  if (signals.includes(NEVER_GONE)) return NEVER_GONE;
  const all = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', look, { once: true });
  look();
  return all.signal;
};

/** @throws where whoever asked was told that it can't be done, or is about to be: a change must not come after that. */
export const refuseIfTooLate = (): void => {
  const leftMs = timeLeftMs();
  if (leftMs !== null && leftMs < 0) throw unavailable();
};
