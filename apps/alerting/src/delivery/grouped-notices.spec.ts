import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Severity } from '@telemon/contracts/alerting/alerts';
import { aDevice, aUser } from '@telemon/testing/builders';
import { until } from '@telemon/testing/waiting';
import twilio from 'twilio';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { CONTACT, EMAIL, GROUPED, GivenStorm } from '../../testing/given-storm.ts';
import { Grouping } from './grouping.ts';
import { BY_RECIPIENT, type NoticeDocument } from './notice.ts';
import { NoticeClaims } from './notice-claims.ts';
import { NoticesService } from './notices.service.ts';
import { TwilioReports } from './reports/twilio-reports.service.ts';
import { Sweep } from './sweep.ts';

let given: GivenDelivery;
let storm: GivenStorm;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
  storm = new GivenStorm(given);
});
beforeEach(() => given.begin(GROUPED));
afterEach(() => storm.end());
afterAll(() => given.drop());

describe('of many notices to one recipient at one moment', () => {
  it('four go out at once, and the others as one message at the end of the minute', async () => {
    const ids = await storm.fire(12);
    await storm.deliver();
    expect(storm.subjects).toEqual(['Alert 1', 'Alert 2', 'Alert 3', 'Alert 4']);
    expect((await storm.emailsOf(ids)).slice(3, 5)).toMatchObject([
      { state: 'sent', reason: null },
      { state: 'queued', reason: 'Waits to go out in one message with others' },
    ]);
    await storm.group();
    await storm.deliver();
    expect(storm.subjects[4]).toMatch(/^8 messages of alerts: Alert (5|6|7|8|9|10|11|12)$/);
    const { raw } = given.providers.emails[4]!;
    const [{ _id }] = (await storm.groups) as [NoticeDocument];
    expect(raw).toContain(`Message-ID: <${_id}@example.com>`);
    expect(raw).toContain('https://telemon.example.com/dashboard/alert/log');
    expect((await storm.emailsOf(ids)).slice(4)).toEqual(
      Array.from({ length: 8 }, () => ({
        state: 'sent',
        reason: 'One of 8 in one message',
        at: expect.any(String),
      })),
    );
    // Nothing is left that could go out again.
    await storm.group();
    await storm.deliver();
    expect(given.providers.emails).toHaveLength(5);
    expect((await storm.groups)[0]).toMatchObject({ group: { count: 8 } });
    expect((await storm.groups)[0]!.group).not.toHaveProperty('lines');
  });

  it('the most severe go out at once, and come first in the message', async () => {
    const severities = ['info', 'warning', 'warning', ...Array.from({ length: 5 }, () => 'critical')];
    await given.fireAll(
      (severities as Severity[]).map((severity, place) => ({
        email: EMAIL,
        severity,
        headline: `Alert ${place + 1}`,
      })),
    );
    await storm.group();
    const [{ rank }] = (await storm.groups) as [NoticeDocument];
    expect(rank).toBe(0);
    await storm.deliver();
    const singles = ['Critical: Alert 4', 'Critical: Alert 5', 'Critical: Alert 6', 'Critical: Alert 7'];
    expect(storm.subjects.toSorted()).toEqual([
      '4 messages of alerts, 1 critical: Critical: Alert 8',
      ...singles,
    ]);
    const { raw } = given.providers.emails.find(({ raw: one }) => one.includes('4 messages'))!;
    const [, text] = raw.split(/\r?\n\r?\n4 messages of alerts, 1 critical:/);
    const [first, ...others] = text!.match(/(Critical: |Info: )?Alert \d/g)!.slice(0, 4);
    expect(first).toBe('Critical: Alert 8');
    expect(others.slice(0, 2).toSorted()).toEqual(['Alert 2', 'Alert 3']);
    expect(others[2]).toBe('Info: Alert 1');
  });

  it('a critical notice goes out at once, even after less severe ones', async () => {
    await storm.fire(6);
    await storm.fire(5, { email: EMAIL, severity: 'critical' });
    await storm.deliver();
    expect(storm.subjects.filter((subject) => subject.startsWith('Critical: '))).toHaveLength(4);
    expect((await storm.waiting).map(({ rank }) => rank).toSorted()).toEqual([0, 1, 1]);
  });

  it('one that waits alone goes out as it is', async () => {
    const ids = await storm.fire(5, { contact: CONTACT });
    await storm.group();
    await storm.deliver();
    expect(given.providers.sms).toHaveLength(5);
    expect(given.providers.sms[4]!.body).toMatch(/^It is hot\nAcknowledge: https:\S+$/);
    expect((await given.deliveryOf(ids[4]!)).sms).toMatchObject({ state: 'sent', reason: null });
    expect(await storm.groups).toEqual([]);
  });

  it('a further message goes out a minute after the last one', async () => {
    await storm.fire(6);
    await storm.group();
    await storm.fire(3);
    await storm.group();
    expect(await storm.groups).toHaveLength(1);
    const [waiting] = await given.notices.find({ gatheredUntil: { $gt: new Date() } }).toArray();
    expect(waiting!.gatheredUntil!.getTime()).toBeGreaterThan(Date.now() + 30_000);
    await storm.counters.updateMany({ groupedAt: { $exists: true } }, [
      { $set: { groupedAt: { $subtract: ['$groupedAt', 60_000] } } },
    ]);
    await storm.group();
    expect((await storm.groups).map((one) => one.group!.count).toSorted()).toEqual([2, 3]);
  });

  it('copies of users wait as well, and messages over MQTT never do', async () => {
    const device = aDevice({ managerId: 'm9' });
    const users = [aUser({ id: 'm9', alertContactStatus: 1, email: 'copies@example.com', contact: '' })];
    const mqtt = { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };
    await given.fireAll(Array.from({ length: 7 }, () => ({ email: EMAIL, mqtt, device, users })));
    const waiting = await storm.waiting;
    expect(waiting.map(({ to }) => to).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'copies@example.com'),
      ...Array.from({ length: 3 }, () => EMAIL),
    ]);
  });

  it('a test message does not wait, and does not count among the four', async () => {
    await storm.fire(3);
    for (let at = 0; at < 3; at++) await storm.tryOut();
    const [fourth, fifth] = await storm.fire(2);
    await storm.tryOut();
    const waiting = await storm.waiting;
    expect(waiting.map(({ entryId }) => entryId)).toEqual([fifth]);
    expect(fourth).not.toBe(fifth);
  });

  it('all go out by themselves where grouping is off', async () => {
    const replica = await given.startReplica({ GROUP_NOTICES_FROM: '0' });
    await storm.fire(12, { email: EMAIL }, replica);
    await storm.deliver();
    expect(given.providers.emails).toHaveLength(12);
  });
});

describe('a grouped notice', () => {
  it('is made once by several processes, and none of its notices goes out by itself', async () => {
    const other = await given.startReplica(GROUPED);
    await storm.fire(300, { email: EMAIL }, other);
    await storm.letMinutePass();
    const now = Date.now();
    const passes = Array.from({ length: 6 }, (_, place) => (place % 2 ? other : given.service));
    await Promise.all(passes.map((replica) => replica.get(Grouping).group(now)));
    expect((await storm.groups).map((one) => one.group!.count)).toEqual([296]);
    // Also the notices in the group.
    await storm.deliver();
    expect(given.providers.emails).toHaveLength(5);
  });

  it('waits while its process does not know the devices yet', async () => {
    const unknowing = await given.startReplica(GROUPED);
    await storm.fire(7);
    await storm.group(unknowing);
    expect(await storm.waiting).toHaveLength(3);
    expect(await storm.groups).toEqual([]);
    await storm.group();
    expect(await storm.groups).toHaveLength(1);
  });

  it('is sent without Redis', async () => {
    const without = await given.startReplica({ ...GROUPED, REDIS_URL: 'redis://127.0.0.1:9' });
    await storm.fire(9, { contact: CONTACT }, without);
    await until(async () => {
      await storm.letMinutePass();
      await without.get(Sweep).sweep(0);
      return given.providers.sms.length === 5;
    });
    expect(given.providers.sms.map(({ body }) => body)).toContainEqual(
      expect.stringMatching(/^5 messages of alerts:\n(Alert \d\n){3}and 2 more\nAll: /),
    );
  });

  it('that was interrupted says so in its second copy, and in the alert log of each notice', async () => {
    const ids = await storm.fire(7);
    await storm.deliver();
    await storm.group();
    const [{ _id }] = (await storm.groups) as [NoticeDocument];
    const claims = given.service.get(NoticeClaims);
    await claims.claim(_id, 'host:1', 60_000);
    await claims.freeFrom('host:1');
    await storm.deliver();
    expect(given.providers.emails.at(-1)!.raw).toContain('You may have had this message before');
    const reason = 'One of 3 in one message: Sending was interrupted, so this may have arrived twice';
    expect((await storm.emailsOf(ids)).slice(4)).toMatchObject([{ reason }, { reason }, { reason }]);
  });

  it('that fails gives each notice its reason, and no "back to normal" follows', async () => {
    const ids = await storm.fire(6);
    await storm.deliver();
    await storm.group();
    given.providers.mailBehaviours.push({ at: 'RCPT', line: '550 no such mailbox' });
    await storm.deliver();
    expect((await storm.emailsOf(ids)).slice(4)).toMatchObject([
      { state: 'failed', reason: expect.stringMatching(/^One of 2 in one message: .*no such mailbox/) },
      { state: 'failed' },
    ]);
    expect(await storm.clear(ids[4]!)).toEqual([]);
  });

  it('is delivered for each of its notices once Twilio says so', async () => {
    const ids = await storm.fire(6, { contact: CONTACT });
    await storm.deliver();
    await storm.group();
    await storm.deliver();
    const [{ _id }] = (await storm.groups) as [NoticeDocument];
    const address = `https://telemon.example.com/v1/delivery/twilio/${_id}`;
    expect(given.providers.sms[4]!.statusCallback).toBe(address);
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    await given.service.get(TwilioReports).take({
      noticeId: _id,
      form: new URLSearchParams(fields).toString(),
      signature: twilio.getExpectedTwilioSignature('secret of the spec', address, fields),
    });
    expect((await given.deliveryOf(ids[5]!)).sms).toMatchObject({
      state: 'delivered',
      reason: 'One of 2 in one message',
    });
  });

  it('loses the lines of a device that is deleted before it is sent', async () => {
    await storm.fire(4);
    await storm.fire(2, { email: EMAIL, device: aDevice({ deviceName: 'gone' }) });
    await storm.fire(1, { email: EMAIL, device: aDevice() });
    await storm.group();
    await given.service.get(NoticesService).removeOf([{ deviceName: 'gone', version: 2 }]);
    const [{ group }] = (await storm.groups) as [NoticeDocument];
    expect(group).toMatchObject({ count: 1, lines: ['Alert 1'] });
  });

  it('is deleted with the last of its notices', async () => {
    const [one, other] = [aDevice(), aDevice()];
    await storm.fire(4);
    await storm.fire(2, { email: EMAIL, device: one });
    await storm.fire(1, { email: EMAIL, device: other });
    await storm.group();
    const remove = (deviceName: string) =>
      given.service.get(NoticesService).removeOf([{ deviceName, version: 2 }]);
    await remove(one.deviceName);
    expect(await storm.groups).toHaveLength(1);
    await remove(other.deviceName);
    expect(await storm.groups).toEqual([]);
  });

  it('is found by an index of the notices that wait', async () => {
    await storm.fire(7);
    const plan = await given.notices
      .find({ gatheredUntil: { $exists: true, $lte: new Date() }, channel: 'email', to: EMAIL })
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain(BY_RECIPIENT);
  });
});
