import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { hearing } from '@telemon/platform/progress';
import { aDevice, aReading } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import fc from 'fast-check';
import { prepareAlerting } from '../../testing/prepared-alerting.ts';
import type { AlertLogDocument } from '../alert-log/alert-log.repository.ts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import type { NoticeDocument } from '../delivery/notice.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { Decisions } from './decisions.ts';
import { FiringService } from './firing.service.ts';
import { ReadingsConsumer } from './readings.consumer.ts';
import { RuleBook } from './rule-book.ts';
import { entryIdOf } from './rule.ts';

let database: FreshDatabase;
let service: StartedService;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ database, service, stop } = await prepareAlerting());
});
afterAll(() => stop());

const log = () => database.db.collection<AlertLogDocument>('alert_log');
const alertsCollection = () => database.db.collection<AlertDocument>('alerts');
const notices = () => database.db.collection<NoticeDocument>('notices');

/** A process that starts now: it knows what is in the database, and nothing else. */
const newProcess = () => {
  const rules = new RuleBook(service.get(AlertsService), service.get(KnownDevices), service.get(FactCopies));
  const decisions = new Decisions(rules, service.get(FiringService));
  return { consumer: new ReadingsConsumer(undefined as never, rules, decisions, new Lifecycle()), decisions };
};
type Process = ReturnType<typeof newProcess>;

/** Compares readings; what is decided is written down beside. */
const compare = ({ consumer }: Process, readings: Reading[]) =>
  consumer.handle([{ offset: '0', value: Buffer.from(JSON.stringify(readings)) }]);
/** As often as it takes, where another process gets in the way. */
const settle = async ({ decisions }: Process): Promise<void> => {
  const isSettled = () =>
    decisions.settle().then(
      () => true,
      () => false,
    );
  while (!(await isSettled()));
};
const deliver = async (process: Process, readings: Reading[]): Promise<void> => {
  await compare(process, readings);
  await settle(process);
};

/** When the first reading of the device that was given last arrives. */
let start = 0;
let version = 0;
const tellOf = (device: DeviceState) =>
  service
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: device.deviceName, version: ++version, state: device }]);

const given = async (
  changes: Record<string, unknown> = {},
): Promise<{ device: DeviceState; alert: Alert }> => {
  start = Date.now();
  const device = aDevice();
  await tellOf(device);
  const alert = await service.get(AlertsService).create(SYSTEM, {
    deviceName: device.deviceName,
    sensorId: 1,
    valueType: 'Current',
    alertType: 'Above',
    criteria: { values: [10] },
    contact: '+15005550007',
    email: 'on-call@example.com',
    mqttEnabled: 'disabled',
    message: '$devid $data',
    ...changes,
  });
  return { device, alert };
};

const readingsOf = ({ deviceName }: DeviceState, values: number[]): Reading[] =>
  values.map((value, index) =>
    aReading({
      id: `${deviceName}-${index}`,
      deviceName,
      receivedAt: start + index,
      current: [value, null, null, null],
    }),
  );
const entriesOf = ({ deviceName }: DeviceState) =>
  log()
    .find({ deviceName }, { sort: { triggeredAt: 1 } })
    .toArray();
const crossingsOf = (readings: Reading[]): string[] =>
  readings
    .filter(({ current }, index) => current[0]! > 10 && !((readings[index - 1]?.current[0] ?? 0) > 10))
    .map(({ id }) => id);
const toldStatus = async ({ deviceName }: DeviceState) => {
  const rows = await database.db
    .collection<{ fact: Fact }>('fact_outbox')
    .find({ 'fact.kind': 'device-status', 'fact.key': deviceName }, { sort: { 'fact.version': 1 } })
    .toArray();
  return rows.map(({ fact }) => (fact.state as { firing: number }).firing);
};

describe('a reading that crosses a set point', () => {
  it('makes one entry with what was measured, its notices, and the device’s status', async () => {
    const { device, alert } = await given({ message: '$name $data > $setpoint by $delta, $alerttype' });
    const process = newProcess();
    await deliver(process, readingsOf(device, [3, 12.5, 13]));
    const [entry, ...others] = await entriesOf(device);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      alertId: alert.id,
      deviceAlias: device.deviceAlias,
      sensorName: 'Temperature',
      value: 12.5,
      message: 'Pump in the cellar 12.5 > 10 by 2.5, Above',
      triggeredAt: new Date(start + 1),
      isOpen: true,
      clearedAt: null,
    });
    const rows = await notices().find({ entryId: entry!._id }).toArray();
    expect(rows.map(({ channel, to }) => [channel, to]).sort()).toEqual([
      ['email', 'on-call@example.com'],
      ['sms', '+15005550007'],
    ]);

    await deliver(process, readingsOf(device, [3, 12.5, 13, 2]).slice(3));
    expect(await entriesOf(device)).toMatchObject([{ clearedAt: new Date(start + 3) }]);
    expect((await entriesOf(device))[0]).not.toHaveProperty('isOpen');
    expect(await toldStatus(device)).toEqual([1, 0]);
  });

  it('tells how many alerts of the device are firing', async () => {
    const { device } = await given();
    await service.get(AlertsService).create(SYSTEM, {
      deviceName: device.deviceName,
      sensorId: 1,
      valueType: 'Current',
      alertType: 'Below',
      criteria: { values: [20] },
      contact: null,
      email: null,
      mqttEnabled: 'disabled',
      message: 'low',
    });
    const process = newProcess();
    const readings = readingsOf(device, [15, 25, 5]);
    for (const reading of readings) await deliver(process, [reading]);
    expect(await toldStatus(device)).toEqual([2, 1, 1]);
  });

  it('meets an alert that was made a moment before, and none that was removed', async () => {
    const process = newProcess();
    await deliver(process, []);
    const { device, alert } = await given();
    const readings = readingsOf(device, [11, 12, 13]).map((reading) => ({
      ...reading,
      receivedAt: Date.now(),
    }));
    await deliver(process, [readings[0]!]);
    expect(await entriesOf(device)).toMatchObject([{ isOpen: true }]);
    await service.get(AlertsService).remove(SYSTEM, alert.id);
    expect(await entriesOf(device)).toMatchObject([{ clearedAt: expect.any(Date) }]);
    expect(await toldStatus(device)).toEqual([1, 0]);
    await deliver(process, readings.slice(1));
    expect(await entriesOf(device)).toHaveLength(1);
  });

  it('says nothing while the device has no sensor in that place', async () => {
    const { device } = await given();
    const process = newProcess();
    await tellOf({ ...device, sensorNames: [null, null, null, null] });
    const readings = readingsOf(device, [11, 12]);
    await deliver(process, [readings[0]!]);
    expect(await entriesOf(device)).toEqual([]);
    await tellOf({ ...device, sensorNames: ['Pressure', null, null, null] });
    await deliver(process, [readings[1]!]);
    expect(await entriesOf(device)).toMatchObject([{ sensorName: 'Pressure' }]);
  });

  it('waits for what was decided before it, and is heard of while that is being written down', async () => {
    const { device, alert } = await given();
    const readings = readingsOf(device, [3, 12.5, 13]);
    const process = newProcess();
    await deliver(process, [readings[0]!]);
    await database.db.client.withSession(async (other) => {
      other.startTransaction();
      await alertsCollection().updateOne({ _id: alert.id }, { $set: { isHeld: true } }, { session: other });
      await compare(process, [readings[1]!]);
      // For a new alert the rules are to be read again, after all that was decided.
      await given();
      let steps = 0;
      const compared = hearing(
        () => void steps++,
        () => compare(process, [readings[2]!]),
      );
      await until(() => steps > 10, { what: 'tries to write it down' });
      await other.abortTransaction();
      await compared;
    });
    expect((await entriesOf(device)).map(({ readingId }) => readingId)).toEqual([readings[1]!.id]);
  });
});

describe('what comes again', () => {
  it('changes nothing: neither the same batch, nor an older one, here or in a new process', async () => {
    const { device } = await given();
    const readings = readingsOf(device, [11, 3, 12, 4, 13]);
    const process = newProcess();
    for (const reading of readings) await deliver(process, [reading]);
    const before = await entriesOf(device);
    expect(before.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));

    for (const replica of [process, newProcess(), newProcess()]) {
      await deliver(replica, readings.slice(1, 3));
      await deliver(replica, [readings[3]!]);
      await deliver(replica, readings);
      await deliver(replica, [readings[0]!]);
    }
    expect(await entriesOf(device)).toEqual(before);
    expect(await notices().countDocuments({ deviceName: device.deviceName })).toBe(6);
  });

  it('changes nothing where the device sends it once more after both it and we were interrupted', async () => {
    const { device } = await given();
    const readings = readingsOf(device, [11, 3, 12]);
    await deliver(newProcess(), readings);
    const before = await entriesOf(device);
    const sentAgain = readings.slice(0, 2).map((reading) => ({ ...reading, receivedAt: Date.now() + 5_000 }));
    await deliver(newProcess(), sentAgain);
    expect(await entriesOf(device)).toEqual(before);
  });

  it('is decided once where two processes have the same readings at the same time', async () => {
    const { device } = await given();
    const readings = readingsOf(device, [1, 11, 3, 12, 4, 13, 5, 14]);
    const processes = [newProcess(), newProcess(), newProcess()];
    for (let at = 0; at < readings.length; at += 2) {
      const batch = readings.slice(at, at + 2);
      await Promise.all(processes.map((process) => deliver(process, batch)));
    }
    const entries = await entriesOf(device);
    expect(entries.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));
    expect(entries.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    expect(await notices().countDocuments({ deviceName: device.deviceName })).toBe(8);
  });

  it('leaves exactly one entry per crossing, wherever processes end and however far Kafka goes back', async () => {
    const step = fc.record({
      isSettled: fc.boolean(),
      take: fc.integer({ min: 1, max: 6 }),
      goBack: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
      isKilled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 8, max: 13 }), { minLength: 10, maxLength: 40 }),
        fc.array(step, { minLength: 12, maxLength: 12 }),
        async (values, steps) => {
          const { device, alert } = await given();
          const readings = readingsOf(device, values);
          let process = newProcess();
          let at = 0;
          let committed = 0;
          for (const { take, goBack, isKilled, isSettled } of steps) {
            // What was not settled comes again, to a new process; the old one may not know yet that it is dead.
            if (isKilled) {
              process = newProcess();
              at = committed;
            }
            at = Math.max(0, at - goBack);
            await compare(process, readings.slice(at, at + take));
            at = Math.min(readings.length, at + take);
            if (!isSettled) continue;
            await settle(process);
            committed = at;
          }
          await deliver(process, readings.slice(at));
          const crossings = crossingsOf(readings);
          const entries = await log().find({ deviceName: device.deviceName }).toArray();
          expect(entries.map(({ _id }) => _id).sort()).toEqual(
            crossings.map((id) => entryIdOf(alert.id, id)).sort(),
          );
          const isFiring = values.at(-1)! > 10;
          expect(entries.filter(({ isOpen }) => isOpen)).toHaveLength(isFiring ? 1 : 0);
          const state = (await alertsCollection().findOne({ _id: alert.id }))!.state;
          expect(state.openEntryId).toBe(isFiring ? entryIdOf(alert.id, crossings.at(-1)!) : null);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('the alert log', () => {
  it('takes no second open entry of an alert, whoever writes it', async () => {
    const { device } = await given();
    await deliver(newProcess(), readingsOf(device, [11]));
    const [entry] = await entriesOf(device);
    await expect(log().insertOne({ ...entry!, _id: 'another' })).rejects.toMatchObject({ code: 11_000 });
  });

  it('puts aside a message that cannot be read, and goes on with the next', async () => {
    const { device } = await given();
    await newProcess().consumer.handle([
      { offset: '1', value: Buffer.from('{') },
      { offset: '2', value: null },
      { offset: '3', value: Buffer.from(JSON.stringify(readingsOf(device, [11]))) },
    ]);
    await until(async () => (await entriesOf(device)).length === 1);
  });
});
