import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDevice, aUser } from '@telemon/testing/builders';
import { GivenDelivery } from '../../../testing/given-delivery.ts';
import { CONTACT, EMAIL, GROUPED, GivenStorm } from '../../../testing/given-storm.ts';

let given: GivenDelivery;
let storm: GivenStorm;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
  storm = new GivenStorm(given);
});
beforeEach(() => given.begin(GROUPED));
afterEach(() => storm.end());
afterAll(() => given.drop());

describe('of notices that go out together, the limits', () => {
  it('count each notice for its device, and the message once for recipient, manager and installation', async () => {
    const replica = await given.startReplica({ ...GROUPED, RATE_LIMITS: 'on' });
    const [one, other] = [aDevice(), aDevice({ managerId: 'm2' })];
    const users = [aUser({ id: 'm2' })];
    await storm.fire(6, { contact: CONTACT, device: one }, replica);
    await storm.fire(2, { contact: CONTACT, device: other, users }, replica);
    const counts = async () => [
      await storm.counted(`device:${one.deviceName}:sms`),
      await storm.counted(`device:${other.deviceName}:sms`),
      await storm.counted(`to:sms:${CONTACT}`),
      await storm.counted('installation:sms'),
      await storm.counted('manager:m1:sms'),
      await storm.counted('manager:m2:sms'),
    ];
    expect(await counts()).toEqual([6, 2, 4, 4, 4, 0]);
    await storm.group(replica);
    expect(await counts()).toEqual([6, 2, 5, 5, 5, 1]);
  });

  it('of the recipient holds the notices of a message beyond it, with the reason', async () => {
    const limits = { RATE_LIMITS: 'on', EMAIL_RECIPIENT_DAY_LIMIT: '5' };
    const replica = await given.startReplica({ ...GROUPED, ...limits });
    const ids = await storm.fire(7, { email: EMAIL }, replica);
    await storm.tryOut(replica);
    await storm.group(replica);
    const reason = 'The limit of 5 e-mails a day to this recipient is used up';
    expect(await storm.emailsOf(ids)).toMatchObject([
      ...Array.from({ length: 4 }, () => ({ state: 'queued', reason: null })),
      ...Array.from({ length: 3 }, () => ({ state: 'held', reason })),
    ]);
    expect(await storm.groups).toEqual([]);
    expect(await storm.counted(`to:email:${EMAIL}`)).toBe(5);
    // Further notices are held at once.
    const [beyond] = await storm.fire(1, { email: EMAIL }, replica);
    expect((await storm.emailsOf([beyond!]))[0]).toMatchObject({ state: 'held', reason });
  });

  it('of a manager holds the notices of the manager’s devices alone', async () => {
    const users = [aUser({ id: 'm3', smsLimit: 1 })];
    const poor = aDevice({ managerId: 'm3' });
    await storm.fire(4, { contact: CONTACT });
    const [held] = await storm.fire(1, { contact: CONTACT, device: poor, users });
    const sent = await storm.fire(2, { contact: CONTACT });
    await storm.fire(1, { contact: '+15005550008', device: poor, users });
    await storm.group();
    await storm.deliver();
    expect((await given.deliveryOf(held!)).sms).toMatchObject({
      state: 'held',
      reason: 'The manager’s limit of 1 SMS a month is used up',
    });
    expect((await given.deliveryOf(sent[0]!)).sms).toMatchObject({
      state: 'sent',
      reason: 'One of 2 in one message',
    });
  });
});
