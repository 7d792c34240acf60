import { endUnlessAnswered } from '@telemon/platform/answered-socket';
import { logger } from '@telemon/platform/logging';
import { Redis } from 'ioredis';

/** A connection on which nothing is answered for this long is given up; a queue waits for 5 s at a time, ms. */
const ANSWER_WITHIN_MS = 10_000;

/** A connection for a queue, which waits for its server however long it is away. */
export const connectRedis = (url: string, answerWithinMs = ANSWER_WITHIN_MS): Redis => {
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  connection.on('connect', () => endUnlessAnswered(connection.stream, answerWithinMs));
  let wasReady = false;
  connection.on('ready', () => {
    wasReady = true;
  });
  connection.on('error', (error) => {
    if (wasReady) logger.warn({ reason: error.message }, 'redis not reachable');
    wasReady = false;
  });
  return connection;
};
