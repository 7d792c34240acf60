import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { servers } from '@telemon/testing/servers';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { RateLimit, RateLimits, keyPrefixOf } from './rate-limits.ts';
import { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';

logger.level = 'silent';

const PERIOD_S = 600;
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const granted = (waits: number[]) => waits.filter((wait) => wait === 0).length;

let proxy: TcpProxy;
let redis: Redis;
let lifecycles: Lifecycle[];
let name: string;

/** A replica's limit of ten. */
const givenReplica = async () => {
  const lifecycle = new Lifecycle();
  lifecycles.push(lifecycle);
  const address = new URL(servers().redisUrl);
  address.port = String(proxy.port);
  const limit = new RateLimits(address.href, lifecycle).define({ name, most: 10, periodS: PERIOD_S });
  await untilCountedInRedis(limit);
  return limit;
};
/** Each attempt counts for a key of its own. */
const untilCountedInRedis = (limit: RateLimit) =>
  until(async () => {
    const before = (await keysOfLimit()).length;
    await limit.take(randomUUID());
    return (await keysOfLimit()).length > before;
  });
const keysOfLimit = () => redis.keys(`${keyPrefixOf(name)}:*`);

beforeEach(async () => {
  name = `SPEC_${randomUUID()}`;
  lifecycles = [];
  const { redisUrl } = servers();
  redis = new Redis(redisUrl);
  proxy = await TcpProxy.to(Number(new URL(redisUrl).port));
});
afterEach(async () => {
  for (const lifecycle of lifecycles) await lifecycle.stop();
  redis.disconnect();
  await proxy.close();
});

describe('a limit', () => {
  it('holds for all replicas together at once, and for each key by itself', async () => {
    const [one, other] = [await givenReplica(), await givenReplica()];
    const waits = await many(40, (index) => (index % 2 ? one : other).take('mona'));
    expect(granted(waits)).toBe(10);
    const refused = waits.filter((wait) => wait > 0);
    expect(Math.min(...refused)).toBeGreaterThan((PERIOD_S - 60) * 1_000);
    expect(Math.max(...refused)).toBeLessThanOrEqual(PERIOD_S * 1_000);
    expect(await one.take('otto')).toBe(0);
  });

  it('does not count returned or cleared takes', async () => {
    const limit = await givenReplica();
    await many(10, () => limit.take('mona'));
    await limit.giveBack('mona');
    expect(granted(await many(3, () => limit.take('mona')))).toBe(1);
    await limit.clear('mona');
    await limit.giveBack('mona');
    expect(granted(await many(12, () => limit.take('mona')))).toBe(10);
  });

  it('begins anew if its counter would outlive its period, because Redis’s clock was set back', async () => {
    const limit = await givenReplica();
    const before = await keysOfLimit();
    await many(10, () => limit.take('mona'));
    const [key] = (await keysOfLimit()).filter((each) => !before.includes(each));
    await redis.pexpire(key!, 24 * 3_600_000);
    expect(granted(await many(12, () => limit.take('mona')))).toBe(10);
  });
});

describe('while Redis does not answer', () => {
  it.each(['cut', 'blackHole'] as const)(
    'each process counts for itself, without waiting, and in Redis again afterwards (%s)',
    async (fault) => {
      const limit = await givenReplica();
      proxy[fault]();
      const [first = 0] = await many(1, () => limit.take('mona'));
      expect(first).toBe(0);
      expect(granted(await many(19, () => limit.take('mona')))).toBe(9);
      const taking = () => timeOf(() => many(19, () => limit.take('otto')));
      expect(await quickest(taking, 250)).toBeLessThan(250);
      proxy.heal();
      await untilCountedInRedis(limit);
      expect(await limit.take('mona')).toBe(0);
    },
  );
});
