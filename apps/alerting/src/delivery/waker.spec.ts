import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import type { NoticeLane } from './notice.ts';
import type { Turn } from './turns.ts';
import { Waker } from './waker.ts';

const AT_ONCE = 4;
const SHARE = 'm1';
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

it('Notices to one broker are begun although all those to another hang, more than the queue handles at once', async () => {
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

it('Of notices that are woken together, those of critical alerts are begun before others, and those of alerts for information last', async () => {
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
