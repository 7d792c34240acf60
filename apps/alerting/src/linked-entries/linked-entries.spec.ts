import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import type { DeviceState } from '@telemon/contracts/facts';
import type { NoticeDocument } from '../delivery/notice.ts';
import { GivenAlerts, m1 } from '../../testing/given-alerts.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AcknowledgeLinks } from '../delivery/acknowledge-links.ts';
import { LimitsService } from '../delivery/limits/limits.service.ts';
import { asMoment } from '../delivery/message-variables.ts';
import { LinkedEntries } from './linked-entries.service.ts';

let given: GivenAlerts;
let links: AcknowledgeLinks;
let entries: LinkedEntries;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  links = given.service.get(AcknowledgeLinks);
  entries = given.service.get(LinkedEntries);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => given.stop());

const tokenOf = async ({ _id }: NoticeDocument, sentAt = Date.now()) =>
  (await links.of(_id, sentAt)).split('#')[1]!;
/** A device that has fired, and the notices about it by channel. */
const fired = async () => {
  const device = await given.device();
  await given.create(m1, device);
  await given.fire(device);
  const { deviceName } = device;
  const notices = await given.database.db
    .collection<NoticeDocument>('notices')
    .find({ deviceName })
    .toArray();
  const of = (channel: string) => notices.find((notice) => notice.channel === channel)!;
  return { device, sms: of('sms'), email: of('email') };
};
/** Crosses the set point again. @returns the delivery of the entry */
const firesAgain = async (device: DeviceState) => {
  await given.fire(device, 5);
  await given.fire(device);
  const { alertLogs } = await given.service
    .get(AlertLogService)
    .ofDevice(m1, device, { limit: 1, offset: 0 });
  return alertLogs[0]!;
};
const refused = { code: 'LinkNotValid', failure: { kind: 'not-found' } };

describe('the link in a notice', () => {
  it('leads to a page of the console, with the token where no server logs it', async () => {
    const { sms } = await fired();
    expect(await links.of(sms._id, Date.now())).toMatch(/^https?:\/\/[^#]+\/acknowledge#[\w-]{48}$/);
  });

  it('shows the entry without acknowledging it', async () => {
    const { device, sms } = await fired();
    const { deviceName, deviceAlias } = device;
    for (let look = 0; look < 2; look++) {
      expect(await entries.find(await tokenOf(sms))).toMatchObject({
        deviceName,
        deviceAlias,
        value: 11,
        status: 'Pending',
      });
    }
  });

  it('acknowledges the entry as its recipient, once', async () => {
    const { device, sms, email } = await fired();
    const by = { status: 'Acknowledged', ackBy: sms.to };
    expect(await entries.acknowledge(await tokenOf(sms))).toMatchObject(by);
    expect(await entries.acknowledge(await tokenOf(email))).toMatchObject(by);
    const { alertLogs } = await given.service
      .get(AlertLogService)
      .ofDevice(m1, device, { limit: 10, offset: 0 });
    expect(alertLogs).toMatchObject([by]);
  });

  it('is valid for a day', async () => {
    const { sms } = await fired();
    const almost = Date.now() - DAY_MS + 120_000;
    expect(await entries.find(await tokenOf(sms, almost))).toMatchObject({ status: 'Pending' });
    const over = await tokenOf(sms, Date.now() - DAY_MS - 120_000);
    await expect(entries.find(over)).rejects.toMatchObject(refused);
    await expect(entries.acknowledge(over)).rejects.toMatchObject(refused);
  });

  it('is refused if any part of it was changed', async () => {
    const { sms } = await fired();
    const token = await tokenOf(sms);
    const bytes = Buffer.from(token, 'base64url');
    const changed = Array.from(bytes, (_, place) => {
      const copy = Buffer.from(bytes);
      copy[place]! ^= 1;
      return copy.toString('base64url');
    });
    for (const link of [...changed, token.slice(0, -1), `${token}A`, 'x', sms._id]) {
      await expect(entries.acknowledge(link)).rejects.toMatchObject(refused);
    }
    expect(await entries.find(token)).toMatchObject({ status: 'Pending' });
  });

  it('is refused once the entry is deleted', async () => {
    const { device, sms } = await fired();
    const token = await tokenOf(sms);
    await given.database.db.collection('alert_log').deleteMany({ deviceName: device.deviceName });
    await expect(entries.find(token)).rejects.toMatchObject(refused);
    await expect(entries.acknowledge(token)).rejects.toMatchObject(refused);
  });
});

describe('an alert that a recipient snoozes by the link', () => {
  it('makes entries whose held notices name the user and the end of the snooze, and are not counted', async () => {
    const { device, sms } = await fired();
    const before = Date.now();
    const { snoozedUntil, status } = await entries.snooze(await tokenOf(sms), 4);
    expect(status).toBe('Pending');
    expect(Date.parse(snoozedUntil!)).toBeGreaterThanOrEqual(before + 4 * HOUR_MS);
    const { delivery, ...entry } = await firesAgain(device);
    const held = {
      state: 'held',
      reason: `Snoozed until ${asMoment('UTC', Date.parse(snoozedUntil!))} by ${sms.to}`,
    };
    expect(delivery).toMatchObject({ sms: held, email: held });
    expect(entry).toMatchObject({ status: 'Pending', value: 11 });
    expect(await given.service.get(LimitsService).ofDevice(device, Date.now())).toMatchObject({
      sms: { used: 1 },
      email: { used: 1 },
    });
  });

  it('is shown as snoozed with its open entry, until that clears', async () => {
    const { device, sms } = await fired();
    const { snoozedUntil } = await entries.snooze(await tokenOf(sms), 1);
    expect(await firesAgain(device)).toMatchObject({ snoozedUntil, snoozedBy: sms.to });
    await given.fire(device, 5);
    const { alertLogs } = await given.service
      .get(AlertLogService)
      .ofDevice(m1, device, { limit: 10, offset: 0 });
    const not = { snoozedUntil: null, snoozedBy: null };
    expect(alertLogs).toMatchObject([not, not]);
  });

  it('sends notices again when the time is over, or when a recipient ends it', async () => {
    const { device, sms, email } = await fired();
    await entries.snooze(await tokenOf(sms), 24);
    expect(await entries.snooze(await tokenOf(email), 1)).toMatchObject({ snoozedUntil: expect.any(String) });
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS);
    expect(await entries.find(await tokenOf(sms))).toMatchObject({ snoozedUntil: null });
    jest.restoreAllMocks();
    await entries.snooze(await tokenOf(sms), 0);
    expect((await firesAgain(device)).delivery).toMatchObject({ sms: { state: 'queued' } });
  });

  it('stays acknowledged, and other alerts send as ever', async () => {
    const { sms } = await fired();
    const { device: other } = await fired();
    await entries.acknowledge(await tokenOf(sms));
    expect(await entries.snooze(await tokenOf(sms), 1)).toMatchObject({ status: 'Acknowledged' });
    expect((await firesAgain(other)).delivery).toMatchObject({ sms: { state: 'queued' } });
  });

  it('is not snoozed by an expired or a forged link, or by a look at the page', async () => {
    const { device, sms } = await fired();
    const over = await tokenOf(sms, Date.now() - DAY_MS - 120_000);
    const token = await tokenOf(sms);
    for (const link of [over, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, sms._id]) {
      await expect(entries.snooze(link, 24)).rejects.toMatchObject(refused);
    }
    expect(await entries.find(token)).toMatchObject({ snoozedUntil: null });
    expect((await firesAgain(device)).delivery).toMatchObject({ sms: { state: 'queued' } });
  });
});
