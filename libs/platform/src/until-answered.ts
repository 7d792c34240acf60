import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, reasonOf } from './errors.ts';
import { logger } from './logging.ts';

/** Before a server that was away is asked again, ms. */
const PAUSE_MS = 500;

/** Asks what a service needs for its start, again for as long as a server is away. It may be asked, and done, more than once. */
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
