import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Lifecycle } from '../lifecycle.ts';
import { connectRedisForLimits } from './redis-connection.ts';

/** At most `most` in a period, which begins with the first one. */
interface Limit {
  /** The name of the variable that sets it. */
  readonly name: string;
  readonly most: number;
  readonly periodS: number;
}

/**
 * Adds to a counter, as the library's own script does, with two differences. A counter that lives longer than its period was made
 * before Redis's clock was set back, and begins anew. Giving back to an expired counter changes nothing. Arguments: the number to
 * add, the period in seconds. Returns the count and its time to live, ms.
 */
const COUNT = `
local added, period = tonumber(ARGV[1]), tonumber(ARGV[2])
local left = redis.call('pttl', KEYS[1])
if left < 0 or left > period * 1000 then
  if added < 0 then return {0, 0} end
  redis.call('set', KEYS[1], added, 'EX', period)
  return {added, period * 1000}
end
return {redis.call('incrby', KEYS[1], added), left}
`;

/** Limits the number of actions per key, for all replicas together. */
export class RateLimit {
  private readonly limiter: RateLimiterRedis | RateLimiterMemory;

  /** @param redis The server that counts; without it, and while it is away, this process counts. */
  constructor({ name, most, periodS }: Limit, redis?: Redis) {
    const options = { keyPrefix: keyPrefixOf(name), points: most, duration: periodS };
    const inMemory = new RateLimiterMemory(options);
    this.limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          customIncrTtlLuaScript: COUNT,
          rejectIfRedisNotReady: true,
          insuranceLimiter: inMemory,
        })
      : inMemory;
  }

  /** Counts one. Returns 0 within the limit, else the time until the period ends, ms. */
  async take(key: string): Promise<number> {
    try {
      await this.limiter.consume(hashOf(key));
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, refusal.msBeforeNext);
    }
  }

  /** Takes back the count of one `take`. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(hashOf(key));
  }

  async clear(key: string): Promise<void> {
    await this.limiter.delete(hashOf(key));
  }
}

/** Makes the limits of a service. While Redis is away each process counts for itself. */
export class RateLimits {
  private redis: Redis | undefined;

  constructor(
    private readonly redisUrl: string,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => this.redis?.disconnect());
  }

  define(limit: Limit): RateLimit {
    this.redis ??= connectRedisForLimits(this.redisUrl);
    return new RateLimit(limit, this.redis);
  }
}

/** Prefix of a limit's keys in Redis. */
export const keyPrefixOf = (limit: string): string => `telemon:limit:${limit}`;

/** Keeps the keys short and free of personal data. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
