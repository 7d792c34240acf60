import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDevice } from '@telemon/testing/builders';
import { until } from '@telemon/testing/waiting';
import twilio from 'twilio';
import { GivenDelivery } from '../../../testing/given-delivery.ts';
import { TwilioReports } from './twilio-reports.service.ts';

const TOKEN = 'secret of the spec';
const CONTACT = '+15005550007';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
});
beforeEach(() => given.begin());
afterEach(() => given.end());
afterAll(() => given.drop());

const addressOf = (noticeId: string) => `https://telemon.example.com/v1/delivery/twilio/${noticeId}`;
/** The id that the provider gives to its next SMS. */
const nextSid = () => `SM${String(given.providers.sms.length + 1).padStart(32, '0')}`;

/** A report as Twilio sends it. */
const reportOf = (
  noticeId: string,
  fields: Record<string, string>,
  { token = TOKEN, address = addressOf(noticeId) } = {},
) => ({
  noticeId,
  form: new URLSearchParams(fields).toString(),
  signature: twilio.getExpectedTwilioSignature(token, address, fields),
});
const report = (noticeId: string, fields: Record<string, string>) =>
  given.service.get(TwilioReports).take(reportOf(noticeId, fields));
const fired = async () => {
  const entryId = await given.fire({ contact: CONTACT });
  const [notice] = await given.ofEntry(entryId);
  return { entryId, noticeId: notice!._id };
};
const sent = async () => {
  const { entryId, noticeId } = await fired();
  const sid = nextSid();
  await given.deliver(entryId);
  return { entryId, noticeId, sid };
};
const smsOf = async (entryId: string) => (await given.deliveryOf(entryId)).sms;

describe('an SMS', () => {
  it('is delivered once Twilio says so', async () => {
    const { entryId, noticeId, sid } = await sent();
    await report(noticeId, { MessageSid: sid, MessageStatus: 'sent', To: CONTACT });
    expect(await smsOf(entryId)).toMatchObject({ state: 'sent' });
    await report(noticeId, { MessageSid: sid, MessageStatus: 'delivered', To: CONTACT });
    expect(await smsOf(entryId)).toMatchObject({ state: 'delivered', reason: null });
  });

  it.each([
    ['undelivered', '30003', 'The phone is off or has no reception'],
    ['failed', '21610', 'The recipient has unsubscribed by answering STOP'],
    ['undelivered', '30008', 'Twilio could not deliver it: undelivered (30008)'],
    ['failed', '', 'Twilio could not deliver it: failed'],
  ])('that is %s with the code "%s" has failed, with the reason in words', async (status, code, reason) => {
    const { entryId, noticeId, sid } = await sent();
    await report(noticeId, { MessageSid: sid, MessageStatus: status, ErrorCode: code });
    expect(await smsOf(entryId)).toMatchObject({ state: 'failed', reason });
  });

  it('asks for reports to an address of its own', async () => {
    const { noticeId } = await sent();
    expect(given.providers.sms.at(-1)).toMatchObject({ statusCallback: addressOf(noticeId) });
  });
});

describe('reports', () => {
  const REPORTS = {
    sent: { MessageStatus: 'sent' },
    failed: { MessageStatus: 'undelivered', ErrorCode: '30003' },
    delivered: { MessageStatus: 'delivered' },
  } as const;
  type Name = keyof typeof REPORTS;

  it.each<[string, Name[], string]>([
    ['delivered before sent', ['delivered', 'sent'], 'delivered'],
    ['each twice', ['sent', 'sent', 'delivered', 'delivered'], 'delivered'],
    ['failed after delivered', ['delivered', 'failed', 'sent'], 'delivered'],
    ['delivered after failed', ['failed', 'sent', 'delivered', 'failed'], 'delivered'],
    ['sent after failed', ['failed', 'sent', 'failed'], 'failed'],
  ])('never move a state back: %s', async (_, order, state) => {
    const { entryId, noticeId, sid } = await sent();
    for (const name of order) await report(noticeId, { MessageSid: sid, ...REPORTS[name] });
    expect((await smsOf(entryId)).state).toBe(state);
  });

  it.each([
    ['delivered', 'delivered', null],
    ['failed', 'failed', 'The phone is off or has no reception'],
  ] as const)('that say %s before Twilio’s answer is written down count', async (name, state, reason) => {
    const { entryId, noticeId } = await fired();
    const paused = Promise.withResolvers<void>();
    given.providers.smsPause = paused.promise;
    const sid = nextSid();
    const delivering = given.deliver(entryId);
    await until(async () => (await given.ofEntry(entryId))[0]?.ticket !== undefined);
    await report(noticeId, { MessageSid: sid, ...REPORTS[name] });
    paused.resolve();
    await delivering;
    expect(await smsOf(entryId)).toMatchObject({ state, reason });
  });

  it('of a delivery end the attempts, although the answer of Twilio was lost', async () => {
    given.providers.smsBehaviours.push('reset');
    const { entryId, noticeId } = await fired();
    await given.deliver(entryId);
    expect(await smsOf(entryId)).toMatchObject({ state: 'queued' });
    await report(noticeId, { MessageSid: 'SM1', ...REPORTS.delivered });
    expect(await smsOf(entryId)).toMatchObject({ state: 'delivered', reason: null });
    await given.deliverToTheEnd(entryId);
    expect(given.providers.sms).toEqual([]);
  });

  it('that a copy failed do not change the next copy', async () => {
    given.providers.smsBehaviours.push('reset');
    const { entryId, noticeId } = await fired();
    await given.deliver(entryId);
    await report(noticeId, { MessageSid: 'SM1', ...REPORTS.failed });
    await given.deliverToTheEnd(entryId);
    await report(noticeId, { MessageSid: 'SM1', ...REPORTS.failed });
    expect(await smsOf(entryId)).toMatchObject({ state: 'sent' });
  });

  it('change neither a held notice nor a notice of another channel, and a report about no notice gets the same answer', async () => {
    const device = aDevice({ smsLimit: 0 });
    const entryId = await given.fire({ device, contact: CONTACT, email: 'on-call@example.com' });
    const before = await given.ofEntry(entryId);
    for (const id of [...before.map(({ _id }) => _id), 'f'.repeat(32)]) {
      for (const fields of Object.values(REPORTS)) {
        await expect(report(id, { MessageSid: 'SM1', ...fields })).resolves.toBeNull();
      }
    }
    expect(await given.ofEntry(entryId)).toEqual(before);
  });

  it('that Twilio did not sign are refused, and change nothing', async () => {
    const { entryId, noticeId, sid } = await sent();
    const fields = { MessageSid: sid, ...REPORTS.delivered };
    const right = reportOf(noticeId, fields);
    const wrong = [
      { ...right, signature: '' },
      { ...right, signature: `${right.signature}=` },
      { ...right, form: `${right.form}&To=1` },
      { ...right, form: right.form.replace(sid, 'SM2') },
      reportOf(noticeId, fields, { token: 'another token' }),
      reportOf(noticeId, fields, { address: addressOf('f'.repeat(32)) }),
      reportOf(noticeId, fields, { address: addressOf(noticeId).replace('https', 'http') }),
    ];
    for (const forged of wrong) {
      await expect(given.service.get(TwilioReports).take(forged)).rejects.toMatchObject({
        code: 'NotTwilios',
        failure: { kind: 'forbidden' },
      });
    }
    expect(await smsOf(entryId)).toMatchObject({ state: 'sent' });
  });
});
