import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { Snoozes } from './snoozes.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.start();
});
afterAll(() => given.stop());

it('A snooze that was set by a clock two days ahead has no effect', async () => {
  const snoozes = given.service.get(Snoozes);
  const now = Date.now();
  const of = (alertId: string) => ({ alertId, deviceName: 'freezer1' });
  await snoozes.set(of('wrong'), 1, 'Mona', now + 48 * HOUR_MS);
  await snoozes.set(of('right'), 24, 'Mona', now);
  const until = await Promise.all(['wrong', 'right'].map((id) => snoozes.untilOf(id, now)));
  expect(until).toEqual([null, new Date(now + DAY_MS)]);
  expect([...(await snoozes.reasonsOf(['wrong', 'right'], now)).keys()]).toEqual(['right']);
});
