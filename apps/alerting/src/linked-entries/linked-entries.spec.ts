import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NoticeDocument } from '../delivery/notice.ts';
import { GivenAlerts, m1 } from '../../testing/given-alerts.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AcknowledgeLinks } from '../delivery/acknowledge-links.ts';
import { LinkedEntries } from './linked-entries.service.ts';

const DAY_MS = 24 * 3_600_000;

let given: GivenAlerts;
let links: AcknowledgeLinks;
let entries: LinkedEntries;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  links = given.service.get(AcknowledgeLinks);
  entries = given.service.get(LinkedEntries);
});
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

  it('is good for a day', async () => {
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
