import { describe, expect, it } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { setTimeout as delay } from 'node:timers/promises';
import { connectRedisForQueue } from './redis-connection.ts';

describe('a half-open connection to Redis', () => {
  it('is replaced by another one, over which the command is sent again', async () => {
    const address = new URL(servers().redisUrl);
    const proxy = await TcpProxy.to(Number(address.port));
    address.port = String(proxy.port);
    const redis = connectRedisForQueue(address.href, 2_000);
    try {
      expect(await redis.ping()).toBe('PONG');
      proxy.blackHole();
      proxy.heal();
      expect(await Promise.race([redis.ping(), delay(30_000, 'no answer')])).toBe('PONG');
    } finally {
      redis.disconnect();
      await proxy.close();
    }
  });
});
