import { keyPrefixOf } from '@telemon/platform/redis/rate-limits';
import { Redis } from 'ioredis';

/** Ends all running periods of a limit, as if their time had passed. @returns how many there were. */
export const endPeriods = async (redisUrl: string, limit: string): Promise<number> => {
  const redis = new Redis(redisUrl);
  try {
    const keys = await redis.keys(`${keyPrefixOf(limit)}:*`);
    return keys.length === 0 ? 0 : await redis.del(keys);
  } finally {
    redis.disconnect();
  }
};
