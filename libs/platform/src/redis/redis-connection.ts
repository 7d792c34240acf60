import { Redis, type RedisOptions } from 'ioredis';
import { endUnlessAnswered } from '../answered-socket.ts';
import { logger } from '../logging.ts';

/** A queue's connection without an answer for this long is closed, ms; its reads block for 5 s. */
const QUEUE_ANSWERED_WITHIN_MS = 10_000;
/** The same for limits, ms: each call waits for them. */
const LIMIT_ANSWERED_WITHIN_MS = 300;

/** A connection for a queue, which waits for Redis however long it is away. */
export const connectRedisForQueue = (url: string, answeredWithinMs = QUEUE_ANSWERED_WITHIN_MS): Redis =>
  connect(url, { maxRetriesPerRequest: null, enableReadyCheck: false }, answeredWithinMs);

/** A connection for limits: a command fails at once while Redis is away, and is not sent again later. */
export const connectRedisForLimits = (url: string): Redis =>
  connect(
    url,
    { maxRetriesPerRequest: 0, enableOfflineQueue: false, autoResendUnfulfilledCommands: false },
    LIMIT_ANSWERED_WITHIN_MS,
  );

const connect = (url: string, options: RedisOptions, answeredWithinMs: number): Redis => {
  const connection = new Redis(url, {
    ...options,
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  connection.on('connect', () => endUnlessAnswered(connection.stream, answeredWithinMs));
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
