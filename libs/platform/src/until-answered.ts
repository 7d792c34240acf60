import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, reasonOf } from './errors.ts';
import { logger } from './logging.ts';

/** Pause before the next attempt, ms. */
const PAUSE_MS = 500;

/** Runs `ask`, which must be idempotent, again and again while a server is away. */
export const untilAnswered = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ reason: reasonOf(error) }, 'waiting for a server');
      await delay(PAUSE_MS);
    }
  }
};
