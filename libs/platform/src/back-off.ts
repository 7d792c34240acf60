import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { LONGEST_ASKED_MS } from './circuit-breaker.ts';

const FIRST_MS = 1_000;
/** Short, so that all messages are sent a few minutes after a provider has recovered. */
const LONGEST_MS = 2 * MINUTE_MS;

/** A message that has been tried for this time without success fails, with the reason in its row. */
export const TRIED_FOR_MS = DAY_MS;

/** The delay after `attempts` failed ones, ms; with jitter, so that the retries spread. */
export const waitAfter = (attempts: number, askedMs = 0, random = Math.random): number => {
  const own = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS) * (0.75 + random() / 2);
  return Math.max(own, Math.min(askedMs, LONGEST_ASKED_MS));
};
