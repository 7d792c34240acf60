import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

/** How long a change takes to be safe once it is agreed to, ms. */
const COMMIT_MS = 250;

const deadline = new AsyncLocalStorage<number>();

/** Runs `work` for somebody who waits for it until `answerBy` (epoch ms), and hears 503 then. */
export const answeringBy = <Result>(answerBy: number, work: () => Promise<Result>): Promise<Result> =>
  deadline.run(answerBy, work);

/** How long the work on an answer may still take, ms; null where nobody waits for one. */
export const timeLeftMs = (): number | null => {
  const answerBy = deadline.getStore();
  return answerBy === undefined ? null : answerBy - COMMIT_MS - Date.now();
};

/** @throws where whoever asked was told that it can't be done, or is about to be: a change must not come after that. */
export const refuseIfTooLate = (): void => {
  const leftMs = timeLeftMs();
  if (leftMs !== null && leftMs < 0) throw unavailable();
};
