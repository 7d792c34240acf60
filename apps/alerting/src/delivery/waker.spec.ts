import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import type { NoticeLane } from './notice.ts';
import { Waker } from './waker.ts';

const AT_ONCE = 4;
const DEAD = 'mqtt:dead.example.com:1883';
const LIVE = 'mqtt:live.example.com:1883';

let given: GivenDelivery;
let waker: Waker;
let handle: (lane: NoticeLane, id: string) => Promise<void>;
beforeAll(async () => {
  given = await GivenDelivery.start();
  waker = given.service.get(Waker);
  waker.start({ sms: 1, email: AT_ONCE, mqtt: AT_ONCE }, (lane, id) => handle(lane, id));
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
    for (let job = 0; job < 5 * AT_ONCE; job++) waker.wake(DEAD, [{ id: `dead-${job}`, rank: 1 }]);
    await until(() => begun.length >= AT_ONCE);
    waker.wake(LIVE, [{ id: 'live', rank: 1 }]);
    await until(() => begun.includes(LIVE));
  } finally {
    hanging.resolve();
  }
  expect(begun.filter((lane) => lane === LIVE)).toHaveLength(1);
});

it('Notices of critical alerts are begun before others that wait, and those of alerts for information after them', async () => {
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  handle = (_lane, id) => {
    begun.push(id);
    return id === 'first' ? first.promise : Promise.resolve();
  };
  waker.wake('sms', [{ id: 'first', rank: 1 }]);
  await until(() => begun.includes('first'));
  waker.wake('sms', [
    { id: 'info', rank: 2 },
    { id: 'warning', rank: 1 },
    { id: 'critical', rank: 0 },
  ]);
  // One connection queues all jobs, so that the others are queued once this one is begun.
  waker.wake('email', [{ id: 'mark', rank: 1 }]);
  await until(() => begun.includes('mark'));
  first.resolve();
  await until(() => begun.length === 5);
  expect(begun).toEqual(['first', 'mark', 'critical', 'warning', 'info']);
});
