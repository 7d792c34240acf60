import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { REPEATED } from './compose.ts';
import { DeliveryService } from './delivery.service.ts';
import { NoticeClaims } from './notice-claims.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
});
beforeEach(() => given.begin());
afterEach(() => given.end());
afterAll(() => given.drop());

/** The times of a notice after so much time has passed. */
const earlierBy = (ms: number) => {
  const earlier = (field: string) => ({ $subtract: [`$${field}`, ms] });
  return { createdAt: earlier('createdAt'), failedAt: earlier('failedAt'), dueAt: earlier('dueAt') };
};

describe('a provider', () => {
  it.each([
    [{ status: 400, code: 21_211, message: 'Invalid To' }, 'This is not a phone number that can get SMS'],
    [{ status: 400, code: 21_610, message: 'x' }, 'The recipient has unsubscribed by answering STOP'],
    [{ status: 404, code: 20_404, message: 'Not\nfound' }, 'Twilio refused it: Not found (20404)'],
  ])(
    'that refuses an SMS for good (%j) gets no second request, and the alert log shows the reason',
    async (behaviour, reason) => {
      given.providers.smsBehaviours.push(behaviour);
      const entryId = await given.fire({ contact: '+15005550007' });
      await given.deliver(entryId);
      expect((await given.deliveryOf(entryId)).sms).toMatchObject({ state: 'failed', reason });
      await given.deliver(entryId);
      expect(given.providers.sms).toEqual([]);
    },
  );

  it.each(['RCPT', 'BODY'] as const)(
    'that refuses an e-mail for good (5xx at %s) gets no second request',
    async (at) => {
      given.providers.mailBehaviours.push({ at, line: '550 no such user' });
      const entryId = await given.fire({ email: 'nobody@example.com' });
      await given.deliver(entryId);
      expect((await given.deliveryOf(entryId)).email).toMatchObject({
        state: 'failed',
        reason: 'The mail server answered: 550 no such user',
      });
    },
  );

  it('that refuses a message for now gets it again, without a remark about a repetition', async () => {
    given.providers.smsBehaviours.push({ status: 429 });
    given.providers.mailBehaviours.push({ at: 'RCPT', line: '451 try later' });
    const entryId = await given.fire({ contact: '+15005550007', email: 'on-call@example.com' });
    await given.deliver(entryId);
    expect(await given.deliveryOf(entryId)).toMatchObject({
      sms: { state: 'queued', reason: 'Twilio asks to send more slowly' },
      email: { state: 'queued', reason: 'The mail server answered: 451 try later' },
    });
    await given.deliverToTheEnd(entryId);
    expect(await given.deliveryOf(entryId)).toMatchObject({
      sms: { state: 'sent', reason: null },
      email: { state: 'sent', reason: null },
    });
    expect(given.providers.sms).toMatchObject([
      { body: expect.stringMatching(/^It is hot\nAcknowledge: \S+$/) },
    ]);
    expect(given.providers.emails).toHaveLength(1);
    expect(given.providers.emails[0]!.raw).not.toContain(REPEATED.slice(0, 30));
  });

  it('that sets a time to wait gets no request until then', async () => {
    given.providers.smsBehaviours.push({ status: 429, retryAfter: '2' });
    const entryId = await given.fire({ contact: '+15005550007' });
    const begunAt = Date.now();
    await given.deliver(entryId);
    expect(given.service.get(DeliveryService).isLeftAlone('sms')).toBe(true);
    expect(given.service.get(DeliveryService).isLeftAlone('email')).toBe(false);
    await given.deliverToTheEnd(entryId);
    expect(Date.now() - begunAt).toBeGreaterThanOrEqual(2_000);
    expect(given.providers.sms).toHaveLength(1);
  });

  it('that puts off some recipients takes the e-mails to others meanwhile', async () => {
    for (const place of [1, 2, 3, 4, 5, 6]) {
      given.providers.mailBehaviours.push({ at: 'RCPT', line: '450 4.1.2 Domain not found' });
      await given.deliver(await given.fire({ email: `on-call@mistyped-${place}.example` }));
    }
    expect(given.service.get(DeliveryService).isLeftAlone('email')).toBe(false);
    const entryId = await given.fire({ email: 'on-call@example.com' });
    await given.deliver(entryId);
    expect((await given.deliveryOf(entryId)).email).toMatchObject({ state: 'sent' });
  });

  it('that rejects the login of Telemon does not make the notice fail', async () => {
    given.providers.smsBehaviours.push({ status: 401, code: 20_003, message: 'Authenticate' });
    const entryId = await given.fire({ contact: '+15005550007' });
    await given.deliver(entryId);
    expect((await given.deliveryOf(entryId)).sms).toMatchObject({
      state: 'queued',
      reason: 'Twilio does not accept the login of Telemon',
    });
  });

  it('that fails for a day makes the notice fail, and the alert log shows the reason', async () => {
    const entryId = await given.fire({ contact: '+15005550007' });
    await given.notices.updateOne(
      { entryId },
      { $set: { triedForMs: DAY_MS - HOUR_MS, failedAt: new Date(Date.now() - HOUR_MS - 1), attempts: 1 } },
    );
    given.providers.smsBehaviours.push({ status: 503 });
    await given.deliver(entryId);
    expect((await given.deliveryOf(entryId)).sms).toMatchObject({
      state: 'failed',
      reason: 'Given up after 24 hours: Twilio has a fault (HTTP 503)',
    });
    const [notice] = await given.ofEntry(entryId);
    expect(notice).not.toHaveProperty('triedForMs');
  });

  it('that still fails when Telemon is back after days gets the notices of before again', async () => {
    const entryId = await given.fire({ email: 'on-call@example.com' });
    for (const gapMs of [0, 3 * DAY_MS, MINUTE_MS]) {
      await given.notices.updateOne({ entryId }, [{ $set: earlierBy(gapMs) }]);
      given.providers.mailBehaviours.push({ at: 'RCPT', line: '450 4.1.2 Domain not found' });
      await given.deliver(entryId);
      expect((await given.deliveryOf(entryId)).email).toMatchObject({ state: 'queued' });
    }
    const [notice] = await given.ofEntry(entryId);
    expect(notice).toMatchObject({ attempts: 3 });
    expect(notice!.triedForMs).toBeGreaterThanOrEqual(6 * HOUR_MS + MINUTE_MS);
    expect(notice!.triedForMs).toBeLessThan(7 * HOUR_MS);
    await given.deliverToTheEnd(entryId);
    expect((await given.deliveryOf(entryId)).email).toMatchObject({ state: 'sent' });
  });

  it('that does not answer does not delay the other provider', async () => {
    const paused = Promise.withResolvers<void>();
    given.providers.smsPause = paused.promise;
    const hanging = await given.fire({ contact: '+15005550007' });
    const sms = given.deliver(hanging);
    const entryId = await given.fire({ email: 'on-call@example.com' });
    await given.deliver(entryId);
    expect(given.providers.emails).toHaveLength(1);
    paused.resolve();
    await sms;
    expect(given.providers.sms).toHaveLength(1);
  });

  it('that cannot be reached leaves the notices queued until it can', async () => {
    const away = await given.startReplica({
      SMTP_URL: 'smtp://127.0.0.1:9',
      TWILIO_API_URL: 'http://127.0.0.1:9',
    });
    const entryId = await given.fire({ contact: '+15005550007', email: 'on-call@example.com' });
    await given.deliver(entryId, away);
    expect(await given.ofEntry(entryId)).toMatchObject([
      { state: 'queued', mayHaveArrived: false, attempts: 1 },
      { state: 'queued', mayHaveArrived: false, attempts: 1 },
    ]);
    await given.deliverToTheEnd(entryId);
    expect([given.providers.sms.length, given.providers.emails.length]).toEqual([1, 1]);
  });
});

describe('a notice that may have arrived', () => {
  it('is sent again with the same Message-ID and a remark about the repetition', async () => {
    given.providers.mailBehaviours.push('reset after the body');
    given.providers.smsBehaviours.push('reset');
    const entryId = await given.fire({ contact: '+15005550007', email: 'on-call@example.com' });
    await given.deliverToTheEnd(entryId);
    const [first, second] = given.providers.emails;
    const idOf = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)![1];
    expect(given.providers.emails).toHaveLength(2);
    expect(idOf(second!.raw)).toBe(idOf(first!.raw));
    expect(first!.raw).not.toContain('You may have had this message before');
    expect(second!.raw).toContain('You may have had this message before');
    expect(given.providers.sms).toMatchObject([
      { body: expect.stringMatching(new RegExp(`^It is hot\\nAcknowledge: \\S+\\n${REPEATED}$`)) },
    ]);
    const reason = 'Sending was interrupted, so this may have arrived twice';
    expect(await given.deliveryOf(entryId)).toMatchObject({
      sms: { state: 'sent', reason },
      email: { state: 'sent', reason },
    });
  });

  it('is claimed by another process after the first one is gone, whose late result is ignored', async () => {
    const entryId = await given.fire({ email: 'on-call@example.com' });
    const [notice] = await given.ofEntry(entryId);
    const claims = given.service.get(NoticeClaims);
    const claimEnds = () => given.notices.updateOne({ entryId }, { $set: { dueAt: new Date(0) } });
    const gone = await claims.claim(notice!._id, 'gone', 60_000);
    expect(gone).toMatchObject({ isRepeated: false });
    await given.deliver(entryId);
    expect(given.providers.emails).toEqual([]);
    await claimEnds();
    const next = await claims.claim(notice!._id, 'next', 60_000);
    expect(next).toMatchObject({ isRepeated: true });
    await claims.mark(gone!, { state: 'failed', reason: 'stale' });
    expect((await given.deliveryOf(entryId)).email.state).toBe('queued');
    await claimEnds();
    await given.deliverToTheEnd(entryId);
    expect(given.providers.emails).toHaveLength(1);
    expect(given.providers.emails[0]!.raw).toContain('You may have had this message before');
    await claims.mark(next!, { state: 'failed', reason: 'stale' });
    expect((await given.deliveryOf(entryId)).email.state).toBe('sent');
  });
});
