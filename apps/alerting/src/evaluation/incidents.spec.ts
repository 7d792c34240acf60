import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { DeviceState } from '@telemon/contracts/facts';
import { logger } from '@telemon/platform/logging';
import { GivenCrossings } from '../../testing/given-crossings.ts';
import { Stream, asMessages } from '../../testing/stream.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { Reminders } from '../alert-log/reminders.ts';
import type { NoticeDocument } from '../delivery/notice.ts';
import { Snoozes } from '../delivery/snoozes.ts';

logger.level = 'silent';

let given: GivenCrossings;
/** Offsets go on from stream to stream, as in one partition. */
let offset = 0;

beforeAll(async () => {
  given = await GivenCrossings.prepare();
});
afterAll(() => given.stop());

const noticesOf = ({ deviceName }: DeviceState, kind?: NoticeDocument['kind']) =>
  given.notices
    .find({ deviceName, kind: kind ?? { $exists: false } }, { sort: { createdAt: 1, channel: 1 } })
    .toArray();
/** Ends the delivery of a device's queued notices over a channel. */
const endDelivery = async ({ deviceName }: DeviceState, channel: string, state: 'sent' | 'failed') => {
  await given.notices.updateMany(
    { deviceName, channel, state: 'queued' } as never,
    { $set: { state }, $unset: { dueAt: '' } } as never,
  );
};
const listed = async ({ deviceName }: DeviceState) =>
  (
    await given.service
      .get(AlertLogService)
      .list(SYSTEM, alertLog.list.request.parse({ q: deviceName, limit: 50 }))
  ).alertLogs;

describe('an alert that clears', () => {
  it('notes the value, and sends one "back to normal" to each recipient whom the first notice reached', async () => {
    const { device } = await given.deviceWithAlert({ notifyCleared: true, severity: 'critical' });
    const process = given.newProcess();
    const readings = given.readingsOf(device, [12.5, 7.4, 11]);
    await process.deliver(readings.slice(0, 1));
    await endDelivery(device, 'sms', 'sent');
    await endDelivery(device, 'email', 'failed');
    await process.deliver(readings.slice(1, 2));
    const [first] = await noticesOf(device);
    const cleared = await noticesOf(device, 'cleared');
    expect(cleared).toMatchObject([
      {
        channel: 'sms',
        to: '+15005550007',
        state: 'queued',
        rank: 0,
        headline: `${device.deviceAlias}: back to normal, 7.4`,
        text: expect.stringMatching(
          /: back to normal, 7\.4 at \d\d:\d\d\. It was above 10 for less than a minute\.$/,
        ),
      },
    ]);
    expect(first!.channel).toBe('email');
    await Promise.all([given.newProcess(), given.newProcess()].map((other) => other.deliver(readings)));
    expect(await noticesOf(device, 'cleared')).toHaveLength(1);
    expect((await listed(device)).at(-1)).toMatchObject({
      severity: 'critical',
      value: 12.5,
      clearedValue: 7.4,
      delivery: { sms: { state: 'sent' }, email: { state: 'failed' } },
      followUps: [{ kind: 'cleared', channel: 'sms', state: 'queued' }],
    });
  });

  it('before the first notice was sent has a second notice, which waits for the first', async () => {
    const { device } = await given.deviceWithAlert({ notifyCleared: true });
    await given.newProcess().deliver(given.readingsOf(device, [12, 7]));
    const fired = await noticesOf(device);
    const cleared = await noticesOf(device, 'cleared');
    expect(cleared.map(({ channel, after }) => [channel, after])).toEqual(
      fired.map(({ channel, _id }) => [channel, _id]),
    );
  });

  it('sends no "back to normal" to a recipient whose first notice a limit held, or if the alert doesn’t ask for it', async () => {
    const { device } = await given.deviceWithAlert({ notifyCleared: true });
    await given.tellOf({ ...device, smsLimit: 0 });
    await given.newProcess().deliver(given.readingsOf(device, [12, 7]));
    expect((await noticesOf(device, 'cleared')).map(({ channel }) => channel)).toEqual(['email']);
    const { device: other } = await given.deviceWithAlert();
    await given.newProcess().deliver(given.readingsOf(other, [12, 7]));
    expect(await noticesOf(other, 'cleared')).toEqual([]);
  });
});

describe('an alert with a hold time', () => {
  it('makes one entry at the end of that time with the last value, although two processes compare', async () => {
    const { device } = await given.deviceWithAlert({ holdFor: 60, message: '$data' });
    const { deviceName } = device;
    const processes = [given.newProcess(), given.newProcess()];
    const stream = new Stream(Date.now());
    const begun = stream.now;
    const hear = async () => {
      const messages = stream.next().map((message) => ({ ...message, offset: offset++ }));
      await Promise.all(processes.map((process) => process.hear(asMessages(messages))));
      await Promise.all(processes.map((process) => process.settle()));
    };
    stream.read({ deviceName, current: [12, null, null, null] }).pass(45_000);
    await hear();
    stream.read({ deviceName, current: [14, null, null, null] }).pass(5_000);
    await hear();
    processes.splice(0, 1, given.newProcess());
    expect(await given.entriesOf(device)).toEqual([]);
    expect(await given.firingCounts(device)).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(await given.entriesOf(device)).toMatchObject([
      { value: 14, message: '14', triggeredAt: new Date(begun + 60_000), holdFor: 60, isOpen: true },
    ]);
    expect(await given.firingCounts(device)).toEqual([1]);
    const [notice] = await noticesOf(device);
    const since = new Date(begun).toISOString().slice(11, 16);
    expect(notice!.headline).toBe(`${device.deviceAlias}: 14, above 10 since ${since}`);
  });
});

describe('an alert that flaps', () => {
  it('has all its entries and one notice that it flaps; its other notices are held', async () => {
    const { device } = await given.deviceWithAlert({ notifyCleared: true });
    const processes = [given.newProcess(), given.newProcess()];
    for (const reading of given.readingsOf(device, [11, 9, 12, 8, 13, 7, 14, 6]))
      await Promise.all(processes.map((process) => process.deliver([reading])));
    expect(await given.entriesOf(device)).toHaveLength(4);
    const states = (notices: NoticeDocument[]) =>
      notices.filter(({ channel }) => channel === 'sms').map(({ state, reason }) => reason ?? state);
    const held = 'The alert is flapping';
    expect(states(await noticesOf(device))).toEqual(['queued', 'queued', 'queued', held]);
    expect(states(await noticesOf(device, 'cleared'))).toEqual(['queued', 'queued', held]);
    const flapping = await noticesOf(device, 'flapping');
    expect(states(flapping)).toEqual(['queued']);
    expect(flapping[0]!.headline).toMatch(/: above 10 again and again, 6 changes since \d\d:\d\d$/);
    expect(flapping[0]!.text).toContain('It is normal now.');
  });
});

describe('a reminder', () => {
  /** An alert of a new device has fired, the message has arrived, and a reminder is planned. */
  const planned = async (changes: Record<string, unknown> = {}) => {
    const { device, alert } = await given.deviceWithAlert({ remindEvery: 15, email: null, ...changes });
    await given.newProcess().deliver(given.readingsOf(device, [12]));
    await endDelivery(device, 'sms', 'sent');
    const [{ _id, remindAt, decidedAt } = { _id: '' }] = await given.entriesOf(device);
    expect(remindAt).toEqual(new Date(decidedAt!.getTime() + alert.remindEvery! * MINUTE_MS));
    return { device, alert, entryId: _id };
  };
  const pass = (entryId: string) =>
    given.log.updateOne({ _id: entryId, remindAt: { $exists: true } }, { $set: { remindAt: new Date() } });
  const remind = () => given.service.get(Reminders).remind();
  const snoozeForAnHour = ({ id: alertId, deviceName }: Alert) =>
    given.service.get(Snoozes).set({ alertId, deviceName }, 1, 'Mona', Date.now());

  it('is sent at each interval until a user acknowledges, once although several passes run', async () => {
    const { device, entryId } = await planned();
    await remind();
    expect(await noticesOf(device, 'reminder')).toEqual([]);
    await pass(entryId);
    await Promise.all([remind(), remind(), remind()]);
    const [reminder, ...others] = await noticesOf(device, 'reminder');
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({
      to: '+15005550007',
      headline: expect.stringMatching(/^Reminder: .*12, above 10 since/),
      text: expect.stringMatching(/^Reminder, nobody has acknowledged this yet: /),
    });
    await pass(entryId);
    await remind();
    expect(await noticesOf(device, 'reminder')).toHaveLength(2);
    await given.service.get(AlertLogService).acknowledge(SYSTEM, device);
    expect((await given.entriesOf(device))[0]).not.toHaveProperty('remindAt');
  });

  it('is sent ten times at most', async () => {
    const { device, entryId } = await planned();
    for (let turn = 0; turn < 12; turn++) {
      await pass(entryId);
      await remind();
    }
    expect(await noticesOf(device, 'reminder')).toHaveLength(10);
    expect(await given.entriesOf(device)).toMatchObject([{ reminders: 10 }]);
  });

  it('is not sent once the alert has cleared, nor while it is snoozed', async () => {
    const { device, entryId } = await planned();
    await given.newProcess().deliver(given.readingsOf(device, [12, 9]).slice(1));
    await pass(entryId);
    await remind();
    expect(await noticesOf(device, 'reminder')).toEqual([]);
    const snoozed = await planned();
    await snoozeForAnHour(snoozed.alert);
    await pass(snoozed.entryId);
    await remind();
    expect(await noticesOf(snoozed.device, 'reminder')).toEqual([]);
  });

  it('comes when a snooze ends, or within its interval after a user ended the snooze', async () => {
    const remindedIn = async (remindEvery: number) => {
      const { device, alert, entryId } = await planned({ remindEvery });
      await snoozeForAnHour(alert);
      await pass(entryId);
      await remind();
      const [entry] = await given.entriesOf(device);
      return Math.round((entry!.remindAt!.getTime() - Date.now()) / MINUTE_MS);
    };
    expect(await remindedIn(120)).toBe(60);
    expect(await remindedIn(15)).toBe(15);
  });

  it('is not sent to a recipient whom the first notice didn’t reach', async () => {
    const { device, entryId } = await planned();
    await given.notices.updateMany({ deviceName: device.deviceName }, { $set: { state: 'held' } });
    await pass(entryId);
    await remind();
    expect(await noticesOf(device, 'reminder')).toEqual([]);
  });

  it('is not due without an interval', async () => {
    const { device } = await given.deviceWithAlert();
    await given.newProcess().deliver(given.readingsOf(device, [12]));
    expect((await given.entriesOf(device))[0]).not.toHaveProperty('remindAt');
  });
});
