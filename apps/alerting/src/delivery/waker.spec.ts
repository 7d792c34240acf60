import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import type { NoticeLane } from './notice.ts';
import { Waker } from './waker.ts';

const AT_ONCE = 4;
const DEAD = 'mqtt:dead.example.com:1883';
const LIVE = 'mqtt:live.example.com:1883';

let given: GivenDelivery;
beforeAll(async () => {
  given = await GivenDelivery.start();
});
afterAll(() => given.stop());

it('Notices to one broker are begun although all those to another hang, more than the queue handles at once', async () => {
  const hanging = Promise.withResolvers<void>();
  const begun: NoticeLane[] = [];
  const waker = given.service.get(Waker);
  waker.start({ sms: AT_ONCE, email: AT_ONCE, mqtt: AT_ONCE }, (lane) => {
    begun.push(lane);
    return lane === DEAD ? hanging.promise : Promise.resolve();
  });
  try {
    await until(() => waker.isReady);
    for (let job = 0; job < 5 * AT_ONCE; job++) waker.wake(DEAD, [`dead-${job}`]);
    await until(() => begun.length >= AT_ONCE);
    waker.wake(LIVE, ['live']);
    await until(() => begun.includes(LIVE));
  } finally {
    hanging.resolve();
  }
  expect(begun.filter((lane) => lane === LIVE)).toHaveLength(1);
});
