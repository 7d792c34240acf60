import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Redis } from 'ioredis';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import type { NoticeLane } from './notice.ts';
import type { Turn } from './turns.ts';
import { Waker } from './waker.ts';

const AT_ONCE = 4;
const SHARE = 'm1';
/** Unlike Node's `once`, it does not fail with an error of the connection. */
const next = (connection: Redis, event: string) => new Promise((resolve) => connection.once(event, resolve));
const DEAD = 'mqtt:dead.example.com:1883';
const LIVE = 'mqtt:live.example.com:1883';

let given: GivenDelivery;
let waker: Waker;
let handle: (lane: NoticeLane, id: string, turn: Turn) => Promise<void>;
beforeAll(async () => {
  given = await GivenDelivery.start();
  waker = given.service.get(Waker);
  waker.start((lane, id, turn) => handle(lane, id, turn));
  await until(() => waker.isReady);
});
afterAll(() => given.stop());

it('Notices to one broker are begun although all notices to another hang, more than the queue handles at once', async () => {
  const hanging = Promise.withResolvers<void>();
  const begun: NoticeLane[] = [];
  handle = (lane) => {
    begun.push(lane);
    return lane === DEAD ? hanging.promise : Promise.resolve();
  };
  try {
    for (let job = 0; job < 5 * AT_ONCE; job++)
      waker.wake(DEAD, [{ id: `dead-${job}`, rank: 1, share: SHARE }]);
    await until(() => begun.length >= AT_ONCE);
    waker.wake(LIVE, [{ id: 'live', rank: 1, share: SHARE }]);
    await until(() => begun.includes(LIVE));
  } finally {
    hanging.resolve();
  }
  expect(begun.filter((lane) => lane === LIVE)).toHaveLength(1);
});

it('Of notices that are woken together, notices of critical alerts are begun first, and notices of alerts for information last', async () => {
  const begun: [id: string, turn: Turn][] = [];
  handle = (_lane, id, turn) => {
    begun.push([id, turn]);
    return Promise.resolve();
  };
  waker.wake('sms', [
    { id: 'info', rank: 2, share: SHARE },
    { id: 'warning', rank: 1, share: SHARE },
    { id: 'of another', rank: 1, share: 'm2' },
    { id: 'critical', rank: 0, share: SHARE },
  ]);
  await until(() => begun.length === 4);
  expect(begun).toEqual([
    ['critical', { rank: 0, share: SHARE }],
    ['warning', { rank: 1, share: SHARE }],
    ['of another', { rank: 1, share: 'm2' }],
    ['info', { rank: 2, share: SHARE }],
  ]);
});

it('Notices are begun at once although Redis has lost its scripts', async () => {
  const begun: string[] = [];
  handle = async (_lane, id) => void begun.push(id);
  waker.wake('sms', [{ id: 'before', rank: 1, share: SHARE }]);
  await until(() => begun.length === 1);
  const redis = new Redis(servers().redisUrl);
  await redis.script('FLUSH');
  redis.disconnect();
  waker.wake('sms', [{ id: 'after', rank: 1, share: SHARE }]);
  await until(() => begun.includes('after'));
});

it('A replica that stops while it connects to Redis leaves no unhandled rejection', async () => {
  const rejected = jest.fn();
  process.on('unhandledRejection', rejected);
  const replica = await given.startReplica({ REDIS_URL: 'redis://127.0.0.1:9' });
  const unconnected = replica.get(Waker);
  unconnected.start(() => Promise.resolve());
  const connection = Reflect.get(unconnected, 'shared') as Redis;
  await next(connection, 'reconnecting');
  await next(connection, 'connecting');
  const ended = next(connection, 'end');
  connection.disconnect();
  await ended;
  await replica.stop();
  process.off('unhandledRejection', rejected);
  expect(rejected).not.toHaveBeenCalled();
});
