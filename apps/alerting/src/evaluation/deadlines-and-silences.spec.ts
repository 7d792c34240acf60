import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { logger } from '@telemon/platform/logging';
import { aDevice, aUser } from '@telemon/testing/builders';
import { type EvaluatingProcess, GivenCrossings } from '../../testing/given-crossings.ts';
import { Stream, asMessages } from '../../testing/stream.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AcknowledgeLinks } from '../delivery/acknowledge-links.ts';
import { LinkedEntries } from '../linked-entries/linked-entries.service.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { SilencesService } from '../silences/silences.service.ts';

logger.level = 'silent';

let given: GivenCrossings;
/** Offsets go on from device to device, as in one partition. */
let offset = 0;

beforeAll(async () => {
  given = await GivenCrossings.prepare();
});
afterAll(() => given.stop());

/** A stream that begins where the last one ended, so that devices follow each other. */
let now = Date.now();
const aStream = () => new Stream(now);
const hear = async (stream: Stream, ...processes: EvaluatingProcess[]) => {
  const messages = stream.next().map((message) => ({ ...message, offset: offset++ }));
  now = stream.now;
  await Promise.all(processes.map((process) => process.hear(asMessages(messages))));
  await Promise.all(processes.map((process) => process.settle()));
};
const aPeriodicAlert = async () => {
  const made = await given.deviceWithAlert({
    alertType: 'Periodic',
    criteria: { values: [8], timePeriod: 1 },
    message: '$data $delta $setpoint $alerttype',
  });
  // Created now by the clock of this machine; the stream's clock may be ahead.
  const { _id: id, state } = (await given.alerts.findOne({ deviceName: made.device.deviceName }))!;
  await given.alerts.updateOne({ _id: id }, { $set: { state: { ...state, changedAt: now - 5_000 } } });
  return made;
};
const silentDevice = async (changes: Partial<DeviceState> = {}): Promise<DeviceState> => {
  const device = aDevice(changes);
  await given.tellOf(device);
  return device;
};
const statusesOf = async ({ deviceName }: DeviceState) => {
  const rows = await given.database.db
    .collection<{ fact: Fact }>('fact_outbox')
    .find({ 'fact.kind': 'device-status', 'fact.key': deviceName }, { sort: { 'fact.version': 1 } })
    .toArray();
  return rows.map(({ fact }) => fact.state as { firing: number; silentSince: number | null });
};
const listed = async ({ deviceName }: DeviceState) =>
  (
    await given.service
      .get(AlertLogService)
      .list(SYSTEM, alertLog.list.request.parse({ q: deviceName, sort: 'value' }))
  ).alertLogs;

describe('the deadline of a Periodic alert', () => {
  it('makes one entry without a value, its notices and the status, where two processes hear of it', async () => {
    const { device, alert } = await aPeriodicAlert();
    const processes = [given.newProcess(), given.newProcess()];
    const begun = now;
    const stream = aStream().pass(HOUR_MS + MINUTE_MS);
    await hear(stream, ...processes);
    const deadline = new Date(begun + HOUR_MS);
    expect(await given.entriesOf(device)).toMatchObject([
      {
        cause: 'deadline',
        alertId: alert.id,
        triggeredAt: deadline,
        isOpen: true,
        message: '– – 8 Periodic',
      },
    ]);
    expect((await given.entriesOf(device))[0]).not.toHaveProperty('value');
    expect(await given.notices.countDocuments({ deviceName: device.deviceName })).toBe(2);
    expect(await listed(device)).toMatchObject([
      { cause: 'deadline', value: null, silentSince: null, criteria: { values: [8], timePeriod: 1 } },
    ]);

    const { deviceName } = device;
    stream.read({ deviceName, current: [8, null, null, null] }).pass(MINUTE_MS);
    await hear(stream, ...processes);
    const [entry] = await given.entriesOf(device);
    expect(entry!.clearedAt).toEqual(new Date(stream.now - MINUTE_MS));
    expect((await statusesOf(device)).map(({ firing }) => firing)).toEqual([1, 0]);
  });

  it('is not announced again by a process that hears the same messages later', async () => {
    const { device } = await aPeriodicAlert();
    const stream = aStream().pass(HOUR_MS + MINUTE_MS);
    const { deviceName } = device;
    stream.read({ deviceName, current: [9, null, null, null] }).pass(MINUTE_MS);
    const messages = stream.next().map((message) => ({ ...message, offset: offset++ }));
    now = stream.now;
    for (const process of [given.newProcess(), given.newProcess()]) {
      await process.hear(asMessages(messages));
      await process.settle();
    }
    expect(await given.entriesOf(device)).toHaveLength(1);
    expect(await given.notices.countDocuments({ deviceName })).toBe(2);
  });
});

describe('the silence of a device', () => {
  it('makes one entry and one fact, notifies the users who want copies, and leaves the status as it is', async () => {
    const contact = aUser({ id: 'm-contact', alertContactStatus: 1 });
    const users = given.service.get(FactCopies).of('user');
    await users.apply([{ kind: 'user', key: contact.id, version: 1, state: contact }]);
    const device = await silentDevice({ managerId: contact.id, deviceAlias: 'Cold room 2' });
    const { deviceName } = device;
    const processes = [given.newProcess(), given.newProcess()];
    const stream = aStream().read({ deviceName });
    const since = stream.now;
    await hear(stream.pass(16 * MINUTE_MS), ...processes);
    const [entry, ...others] = await given.entriesOf(device);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      cause: 'silence',
      triggeredAt: new Date(since + 15 * MINUTE_MS),
      silentSince: new Date(since),
      message: expect.stringMatching(/^Cold room 2 is silent since \d\d:\d\d$/),
      isOpen: true,
    });
    for (const absent of ['alertId', 'sensorId', 'value', 'readingId', 'values', 'contact'])
      expect(entry).not.toHaveProperty(absent);
    expect(await statusesOf(device)).toEqual([{ deviceName, firing: 0, silentSince: since }]);
    const notices = await given.notices.find({ deviceName }).toArray();
    expect(notices.map(({ channel, to, isOwn }) => [channel, to, isOwn]).sort()).toEqual([
      ['email', contact.email, false],
      ['sms', contact.contact, false],
    ]);
    expect(await listed(device)).toMatchObject([
      {
        alertId: null,
        criteria: null,
        alertType: null,
        value: null,
        silentSince: new Date(since).toISOString(),
      },
    ]);

    const link = (await given.service.get(AcknowledgeLinks).of(notices[0]!._id, Date.now())).split('#')[1]!;
    expect(await given.service.get(LinkedEntries).find(link)).toMatchObject({
      cause: 'silence',
      sensorName: null,
      silentSince: new Date(since).toISOString(),
    });

    await hear(stream.read({ deviceName }).pass(MINUTE_MS), ...processes);
    expect(await given.entriesOf(device)).toMatchObject([{ clearedAt: new Date(stream.now - MINUTE_MS) }]);
    expect((await statusesOf(device)).at(-1)).toEqual({ deviceName, firing: 0, silentSince: null });
  });

  it('does not begin while its kind of endpoint is away, also in a process that starts meanwhile', async () => {
    const [ofMqtt, ofUdp] = [await silentDevice(), await silentDevice()];
    const stream = aStream().openOnly('mqtt', 'udp');
    stream.read({ deviceName: ofMqtt.deviceName }).read({ deviceName: ofUdp.deviceName, source: 'udp' });
    const since = stream.now;
    await hear(stream.pass(MINUTE_MS), given.newProcess());
    await hear(stream.openOnly('udp').pass(5 * MINUTE_MS), given.newProcess());
    await hear(stream.pass(15 * MINUTE_MS), given.newProcess());
    expect(await given.entriesOf(ofMqtt)).toEqual([]);
    expect(await given.entriesOf(ofUdp)).toHaveLength(1);
    await hear(stream.openOnly('mqtt', 'udp').pass(17 * MINUTE_MS), given.newProcess());
    // Its first heartbeat came 15 s after the 21 minutes, and gave the device its time again.
    expect(await given.entriesOf(ofMqtt)).toMatchObject([
      { triggeredAt: new Date(since + 36.25 * MINUTE_MS) },
    ]);
  });

  it('leaves nothing of a deleted device, nor to a later one of its name', async () => {
    const device = await silentDevice();
    const { deviceName } = device;
    const process = given.newProcess();
    const stream = aStream()
      .read({ deviceName })
      .pass(16 * MINUTE_MS);
    await hear(stream, process);
    expect(await given.entriesOf(device)).toHaveLength(1);
    const version = await given.tellGone(deviceName);
    await hear(stream.pass(MINUTE_MS), process);
    const gone = [{ deviceName, version }];
    await given.service.get(SilencesService).removeOf(gone);
    await given.service.get(AlertsService).removeOf(gone);
    expect(await given.entriesOf(device)).toEqual([]);
    expect(
      await given.database.db.collection('silence_watches').countDocuments({ _id: deviceName as never }),
    ).toBe(0);
    expect((await statusesOf(device)).at(-1)).toEqual({ deviceName, firing: 0, silentSince: null });
    await given.tellOf({ ...device, deviceKey: 2 });
    await hear(stream.pass(HOUR_MS), process);
    expect(await given.entriesOf(device)).toEqual([]);
  });
});
