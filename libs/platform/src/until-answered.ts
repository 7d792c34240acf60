import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, reasonOf } from './errors.ts';
import { logger } from './logging.ts';

/** Pause before the next attempt, ms. */
const PAUSE_MS = 500;

/** Runs `ask` at a service's start, retrying while a server is away. It must be idempotent. */
export const untilAnswered = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ reason: reasonOf(error) }, 'waiting for a server at the start');
      await delay(PAUSE_MS);
    }
  }
};
