import { describe, expect, it } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { setTimeout as delay } from 'node:timers/promises';
import { connectRedis } from './redis-connection.ts';

describe('a line to Redis on which nobody answers', () => {
  it('is left for another one, over which the question is asked again', async () => {
    const address = new URL(servers().redisUrl);
    const proxy = await TcpProxy.to(Number(address.port));
    address.port = String(proxy.port);
    const redis = connectRedis(address.href, 2_000);
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
