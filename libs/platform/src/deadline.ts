import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

/** How long the commit of a change takes, ms. */
const COMMIT_MS = 250;

/** The caller of a request. */
interface WaitingCaller {
  /** Deadline, epoch ms; then they get a 503. */
  readonly answerBy: number;
  /** Aborts when they no longer wait. */
  readonly gone: AbortSignal;
}

const caller = new AsyncLocalStorage<WaitingCaller>();
const NEVER_GONE = new AbortController().signal;

/** Runs `work` for a caller who waits until `answerBy` (epoch ms), and then gets a 503, or until `gone` aborts. */
export const answeringBy = <Result>(
  answerBy: number,
  work: () => Promise<Result>,
  gone: AbortSignal = NEVER_GONE,
): Promise<Result> => caller.run({ answerBy, gone }, work);

/** Runs work that goes on after the present call's answer: no caller waits for it. */
export const forNobody = <Result>(work: () => Result): Result => caller.exit(work);

/** Time left for the work on an answer, without its commit, ms; null outside a request. */
export const timeLeftMs = (): number | null => {
  const waiting = caller.getStore();
  return waiting === undefined ? null : waiting.answerBy - COMMIT_MS - Date.now();
};

/** Aborts when the caller of the present request is gone. */
export const callerGone = (): AbortSignal => caller.getStore()?.gone ?? NEVER_GONE;

/** Runs `work` for several callers; its signal aborts when all of them are gone. */
export const answeringAll = <Result>(gone: readonly AbortSignal[], work: () => Result): Result => {
  const waiting = caller.getStore();
  return waiting === undefined ? work() : caller.run({ ...waiting, gone: allOf(gone) }, work);
};

const allOf = (signals: readonly AbortSignal[]): AbortSignal => {
  if (signals.length === 1) return signals[0]!;
  // NEVER_GONE lives as long as the process: a listener on it would leak.
  if (signals.includes(NEVER_GONE)) return NEVER_GONE;
  const all = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', look, { once: true });
  look();
  return all.signal;
};

/** @throws if the caller gets a 503 before a commit would be done: no change may come after it. */
export const refuseIfTooLate = (): void => {
  const leftMs = timeLeftMs();
  if (leftMs !== null && leftMs < 0) throw unavailable();
};
