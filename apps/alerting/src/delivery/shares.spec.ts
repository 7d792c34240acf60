import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Severity } from '@telemon/contracts/alerting/alerts';
import { aDevice, aUser } from '@telemon/testing/builders';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { DeliveryService } from './delivery.service.ts';
import { Sweep } from './sweep.ts';
import { Waker } from './waker.ts';

/** More than the sweep takes up in one pass. */
const STORM = 600;
/** SMS that a process sends at the same time for one manager. */
const AT_ONCE = 16;
const OTHERS_NUMBER = '+15005559999';

let given: GivenDelivery;
/** Has the provider answer the earlier requests. */
let answer: () => void;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
});
beforeEach(() => given.begin());
afterEach(() => given.end());
afterAll(() => given.drop());

const fireOne = (severity: Severity) => ({
  contact: OTHERS_NUMBER,
  device: aDevice({ deviceName: 'pump02', managerId: 'm2' }),
  users: [aUser({ id: 'm2' })],
  severity,
});
const storm = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    contact: `+1500555${1_000 + place}`,
    device: aDevice({ managerId: 'm1', smsLimit: 100_000 }),
    severity: 'critical' as const,
  }));
/** Has the provider leave the requests of `send` unanswered, and answer all others at once. */
const leaveUnanswered = async (send: () => Promise<unknown>) => {
  const { smsBehaviours } = given.providers;
  const { promise, resolve } = Promise.withResolvers<void>();
  given.providers.smsPause = promise;
  // Each request takes one.
  smsBehaviours.push(...Array.from({ length: STORM }, () => ({ status: 201 })));
  await send();
  await until(() => smsBehaviours.length === STORM - AT_ONCE);
  given.providers.smsPause = Promise.resolve();
  answer = resolve;
};
const numbers = () => given.providers.sms.map(({ to }) => to);
/** The sweep sends the notices that were put back after a long time at hand. */
const allAreSentOnce = async (replica: StartedService) => {
  await until(async () => {
    await replica.get(Sweep).sweep(0);
    return (await given.notices.countDocuments({ state: 'sent' })) === 1 + STORM;
  });
  expect(numbers()).toHaveLength(1 + STORM);
};

describe('while all the critical SMS of one manager hang at the provider, an SMS of another manager', () => {
  it('is sent at once, although it is for information alone', async () => {
    const delivery = given.service.get(DeliveryService);
    const waker = given.service.get(Waker);
    waker.start((lane, id, turn) => delivery.deliver(lane, id, turn));
    await until(() => waker.isReady);
    await leaveUnanswered(() => given.fireAll(storm(STORM)));
    await given.fire(fireOne('info'));
    await until(() => numbers().includes(OTHERS_NUMBER));
    expect(numbers()).toEqual([OTHERS_NUMBER]);
    answer();
    await allAreSentOnce(given.service);
  });

  it('is found by the sweep, although more of them wait than a pass takes up, and Redis is away', async () => {
    const without = await given.startReplica({ REDIS_URL: 'redis://127.0.0.1:9' });
    await given.fireAll(storm(STORM));
    await given.fire(fireOne('info'));
    const sweep = without.get(Sweep);
    await leaveUnanswered(() => sweep.sweep(0));
    await sweep.sweep(0);
    await until(() => numbers().includes(OTHERS_NUMBER));
    expect(numbers()).toEqual([OTHERS_NUMBER]);
    answer();
    await allAreSentOnce(without);
  });
});
