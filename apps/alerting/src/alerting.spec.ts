import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { type AlertLogEntry, alertLog } from '@telemon/contracts/alerting/alert-log';
import { NewAlert, alerts } from '@telemon/contracts/alerting/alerts';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { LiveAlert } from '@telemon/contracts/gateway/live';
import type { Reading } from '@telemon/contracts/readings';
import { LIVE_SUBJECTS, TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { Asker } from '@telemon/platform/messaging/asker';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aDevice, aReading, aUser } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { Providers } from '@telemon/testing/providers';
import { ServiceProcess } from '@telemon/testing/service-process';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { withoutDevices } from '../testing/without-devices.ts';
import type { AlertLogDocument } from './alert-log/alert-log-document.ts';
import { REPEATED } from './delivery/compose.ts';

const SET_POINT = 10;

let database: FreshDatabase;
let providers: Providers;
let kafka: Kafka;
let producer: KafkaProducer;
let nats: NatsConnection;
let asker: Asker;
let devices: Awaited<ReturnType<typeof withoutDevices>>;
let env: Record<string, string>;
const processes: ServiceProcess[] = [];
/** Manages every device of this spec. Its id is unique, because other specs read the same topic. */
const manager = aUser();

const startProcess = async () => {
  const started = await ServiceProcess.start('alerting', { env, readyWithinMs: 90_000 });
  processes.push(started);
  return started;
};

beforeAll(async () => {
  [database, providers] = await Promise.all([freshDatabase(), Providers.start()]);
  env = {
    MONGODB_URL: database.url,
    PUBLIC_URL: 'https://telemon.example.com',
    RATE_LIMITS: 'off',
    // Every crossing has its notice, and its message.
    FLAPPING_CHANGES: '0',
    GROUP_NOTICES_FROM: '0',
    ...providers.env,
  };
  kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'spec', partitions: 1 });
  await kafka.prepare();
  producer = await kafka.producer();
  nats = await connectNats(servers().natsUrl, 'spec');
  asker = new Asker(nats);
  devices = await withoutDevices();
  await tellOfUser(manager);
  await startProcess();
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await Promise.all([kafka.close(), nats.close(), devices.stop(), providers.stop()]);
  await database.drop();
});

const log = () => database.db.collection<AlertLogDocument>('alert_log');
const tellOfUser = (user: UserState) =>
  producer.send(TOPICS.facts, [
    {
      key: `user:${user.id}`,
      value: JSON.stringify({ kind: 'user', key: user.id, version: 1, state: user }),
    },
  ]);
const tellOf = (device: DeviceState, version = 1, state: DeviceState | null = device) =>
  producer.send(TOPICS.facts, [
    {
      key: `device:${device.deviceName}`,
      value: JSON.stringify({ kind: 'device', key: device.deviceName, version, state }),
    },
  ]);
const announce = (readings: Reading[]) =>
  producer.send(TOPICS.readings, [{ partition: 0, value: JSON.stringify(readings) }]);
const valueOf = (deviceName: string, value: number, changes: Partial<Reading> = {}) =>
  aReading({ deviceName, current: [value, null, null, null], ...changes });

/** A device that alerting knows, with an alert of the type Above. */
const given = async (changes: Record<string, unknown> = {}): Promise<DeviceState> => {
  const device = aDevice({ managerId: manager.id });
  await tellOf(device);
  const question = NewAlert.parse({
    deviceName: device.deviceName,
    sensorId: 1,
    valueType: 'Current',
    alertType: 'Above',
    criteria: { values: [SET_POINT] },
    email: 'on-call@example.com',
    message: '$devid is at $data',
    ...changes,
  });
  // Fails until alerting has consumed the device's fact.
  await until(() => asker.ask(alerts.create, question));
  return device;
};
const rowsOf = async ({ deviceName }: DeviceState): Promise<AlertLogEntry[]> =>
  (await asker.ask(alertLog.ofDevice, { deviceName, limit: 100 })).alertLogs;

describe('a running alerting process', () => {
  it('turns a reading into an alert-log entry, an SMS, an e-mail, and a live update', async () => {
    const device = await given({ contact: '+15005550007' });
    const { deviceName } = device;
    const updates: LiveAlert[] = [];
    nats.subscribe(LIVE_SUBJECTS.alerts, {
      callback(_, message) {
        // Another spec may publish updates, unreadable ones among them.
        if (message.string().includes(deviceName)) updates.push(LiveAlert.parse(message.json()));
      },
    });
    await nats.flush();
    await announce([valueOf(deviceName, 5), valueOf(deviceName, 12.5)]);
    const row = await until(async () => {
      const [entry] = await rowsOf(device);
      return entry?.delivery.sms.state === 'sent' && entry.delivery.email.state === 'sent' && entry;
    });
    expect(row).toMatchObject({
      deviceName,
      value: 12.5,
      message: `${deviceName} is at 12.5`,
      clearedAt: null,
    });
    expect(providers.sms.filter(({ body }) => body.includes(deviceName))).toHaveLength(1);
    expect(providers.emails.filter(({ raw }) => raw.includes(deviceName))).toHaveLength(1);
    const { assistantIds, managerId } = device;
    expect(await until(() => updates.find(({ change }) => change === 'fired'))).toEqual({
      audience: { managerId, assistantIds },
      deviceName,
      alertId: row.alertId,
      entryId: row.id,
      change: 'fired',
    });
    await announce([valueOf(deviceName, 1)]);
    await until(async () => (await rowsOf(device))[0]?.clearedAt);
    await until(() => updates.some(({ change }) => change === 'cleared'));
  });

  it('deletes the alerts and log entries of a deleted device', async () => {
    const device = await given();
    await announce([valueOf(device.deviceName, 11)]);
    await until(async () => (await rowsOf(device)).length === 1);
    await tellOf(device, 2, null);
    const { deviceName } = device;
    await until(async () => (await database.db.collection('alerts').countDocuments({ deviceName })) === 0);
    await until(async () => (await log().countDocuments({ deviceName })) === 0);
  });

  it('exposes its metrics', async () => {
    const text = await (await fetch(`${processes[0]!.healthUrl}/metrics`)).text();
    for (const name of [
      'rules',
      'readings_total',
      'decided_seconds_count',
      'notices_total',
      'notices_waiting',
    ]) {
      expect(text).toMatch(new RegExp(`^alerting_${name}\\b.* [0-9]`, 'm'));
    }
  });

  it('ends a firing whose sensor the device has lost, also if it was down when that happened', async () => {
    const lost = (device: DeviceState) =>
      tellOf(device, 2, { ...device, sensorNames: [null, null, null, null] });
    const endOf = async (device: DeviceState) => {
      // A message of the partition, in place of a heartbeat.
      await announce([]);
      return (await rowsOf(device))[0]?.endCause;
    };
    const [device, other] = [await given(), await given()];
    for (const { deviceName } of [device, other]) await announce([valueOf(deviceName, 11)]);
    await until(async () => (await rowsOf(other)).length === 1);
    await lost(device);
    await until(async () => (await endOf(device)) === 'sensor-gone');
    await processes[0]!.kill();
    await lost(other);
    await processes[0]!.startAgain();
    await until(async () => (await endOf(other)) === 'sensor-gone', { timeoutMs: 120_000 });
    expect(await log().countDocuments({ deviceName: other.deviceName })).toBe(1);
  });
});

describe('alerting that is killed repeatedly', () => {
  it('makes one entry per crossing and a notice for each, also with a second replica', async () => {
    const fleet = await Promise.all(Array.from({ length: 10 }, () => given({ email: 'drill@example.com' })));
    const perDevice = 90;
    const base = Date.now();
    // Above the set point in the second half of every ten readings.
    const isAbove = (seq: number) => seq % 10 >= 5;
    const readingOf = ({ deviceName }: DeviceState, seq: number) =>
      valueOf(deviceName, isAbove(seq) ? 11 + seq / 1_000 : 1, {
        id: `${deviceName}-${seq}`,
        receivedAt: base + seq,
        timestamp: base + seq,
      });
    const expected = fleet.flatMap((device) =>
      Array.from({ length: perDevice }, (_, seq) => seq)
        .filter((seq) => seq % 10 === 5)
        .map((seq) => `${device.deviceName}-${seq}`),
    );
    const names = fleet.map(({ deviceName }) => deviceName);
    const entries = () =>
      log()
        .find({ deviceName: { $in: names } })
        .toArray();
    const comeBack: Promise<void>[] = [];
    for (let seq = 0; seq < perDevice; seq += 3) {
      const batch = fleet.flatMap((device) => [0, 1, 2].map((step) => readingOf(device, seq + step)));
      const decided = (await entries()).length;
      await announce(batch);
      // A producer that was killed before it committed its offset sends the batch again.
      if (seq % 30 === 0) await announce(batch);
      if (seq % 30 !== 24) continue;
      // Kills a process in the middle of its work: reading 25 of each device is a crossing.
      await until(async () => (await entries()).length > decided, { timeoutMs: 120_000 });
      const victim = processes[comeBack.length % processes.length]!;
      await victim.kill();
      comeBack.push(victim.startAgain());
      if (comeBack.length === 1) await startProcess();
    }
    await Promise.all(comeBack);
    await until(async () => (await entries()).length >= expected.length, {
      timeoutMs: 120_000,
      everyMs: 250,
    });
    await until(
      async () =>
        (await database.db
          .collection('alerts')
          .countDocuments({ deviceName: { $in: names }, 'state.openEntryId': { $ne: null } })) ===
        names.length,
      { timeoutMs: 120_000 },
    );
    expect((await entries()).map(({ readingId }) => readingId).sort()).toEqual(expected.sort());

    const mails = () => providers.emails.filter(({ to }) => to[0] === 'drill@example.com');
    const idOf = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)![1];
    await until(() => new Set(mails().map(({ raw }) => idOf(raw))).size === expected.length, {
      timeoutMs: 120_000,
      everyMs: 250,
    });
    const second = mails().length - expected.length;
    const saidSo = mails().filter(({ raw }) => raw.includes(REPEATED.slice(0, 30))).length;
    expect(saidSo).toBeGreaterThanOrEqual(second);
  }, 400_000);
});
