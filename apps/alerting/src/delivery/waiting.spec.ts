import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { DeliveryService } from './delivery.service.ts';
import { noticesOf } from './announcement.ts';
import type { NoticeDocument } from './notice.ts';
import { NoticeClaims } from './notice-claims.ts';
import { Sweep } from './sweep.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.start();
});
afterAll(() => given.stop());

afterEach(async () => {
  jest.restoreAllMocks();
  await given.notices.deleteMany({});
});

const givenNotice = async (changes: Partial<NoticeDocument> = {}): Promise<string> => {
  const [notice] = noticesOf(
    {
      entryId: randomUUID(),
      alertId: 'alert',
      deviceName: 'pump01',
      deviceVersion: 1,
      contact: '+15005550007',
      email: null,
      copies: [],
      headline: 'Pump: Temperature above 10',
      text: 'It is hot',
      details: [],
      receivedAt: new Date(),
    },
    new Date(),
  );
  await given.notices.insertOne({ ...notice!, ...changes });
  return notice!._id;
};
const found = (id: string) => given.notices.findOne({ _id: id });
const deliver = (id: string) => given.service.get(DeliveryService).deliver('sms', id);
const setClockBy = (ms: number) => {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
};
const isSentBySweeping = (id: string) =>
  until(async () => {
    await given.service.get(Sweep).sweep(0);
    return (await found(id))?.state === 'sent';
  });

describe('a delayed notice', () => {
  it('is due by the clock of the database, not by that of the process', async () => {
    const id = await givenNotice();
    const claims = given.service.get(NoticeClaims);
    const claimed = await claims.claim(id, 'holder', MINUTE_MS);
    setClockBy(2 * DAY_MS);
    const kept = { state: 'queued', reason: '$away', attempts: 1, mayHaveArrived: false } as const;
    await claims.mark(claimed!, { ...kept, waitMs: 0.5 });
    expect(await found(id)).toMatchObject(kept);
    expect(await found(id)).not.toHaveProperty('ticket');
    await until(async () => (await claims.claim(id, 'holder', MINUTE_MS)) !== null);
  });

  it('is found although the clock of the process is two days behind', async () => {
    const id = await givenNotice();
    setClockBy(-2 * DAY_MS);
    await isSentBySweeping(id);
  });

  it('becomes due at once if it is due later than any wait lasts, and otherwise keeps its time', async () => {
    const dueIn = (ms: number) => givenNotice({ dueAt: new Date(Date.now() + ms) });
    const [lost, waiting] = [await dueIn(2 * DAY_MS), await dueIn(60 * MINUTE_MS)];
    const { dueAt } = (await found(waiting))!;
    await isSentBySweeping(lost);
    expect(await found(waiting)).toMatchObject({ state: 'queued', dueAt });
  });
});

describe('a provider that is tried again', () => {
  it("gets messages again even if the notice of the probe can't be composed", async () => {
    const isLeftAlone = () => given.service.get(DeliveryService).isLeftAlone('sms');
    // On a busy machine the first pause may be over already; each further failure makes the next one longer.
    await until(async () => {
      given.providers.smsBehaviours.push({ status: 503 });
      await deliver(await givenNotice());
      return isLeftAlone();
    });
    const broken = await givenNotice({ headline: null as never });
    await until(() => !isLeftAlone());
    await deliver(broken);
    expect(await found(broken)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(isLeftAlone()).toBe(false);
    const id = await givenNotice();
    await deliver(id);
    expect(await found(id)).toMatchObject({ state: 'sent' });
  });
});
