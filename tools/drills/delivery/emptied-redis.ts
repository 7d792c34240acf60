import { Redis } from 'ioredis';
import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { CHANNELS } from './provider.ts';

/** Empties Redis once it holds this many jobs that wait for their notices' next attempts. Returns the number that it held. */
export async function emptyRedis({ product }: DrillInstallation, atLeast: number): Promise<number> {
  const redis = new Redis(product.addresses.redisUrl);
  try {
    let jobs = 0;
    const areThere = async () => {
      const waiting = CHANNELS.map((channel) => redis.zcard(`telemon:alerting:notices-${channel}:delayed`));
      jobs = (await Promise.all(waiting)).reduce((sum, some) => sum + some, 0);
      return jobs >= atLeast;
    };
    await until(areThere, { what: 'jobs in Redis' });
    await redis.flushall();
    return jobs;
  } finally {
    redis.disconnect();
  }
}
