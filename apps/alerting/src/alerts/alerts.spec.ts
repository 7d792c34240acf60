import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { NewAlert, alertLog as logCalls, alerts as alertCalls } from '@telemon/contracts/alerting/alerts';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice, aReading, aUser } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { alertingVariables } from '../../testing/alerting-variables.ts';
import { withoutDevices } from '../../testing/without-devices.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AlertingModule } from '../alerting.module.ts';
import type { AlertingVariables } from '../config.ts';
import { Decisions } from '../evaluation/decisions.ts';
import { ReadingsConsumer } from '../evaluation/readings.consumer.ts';
import { AlertsService } from './alerts.service.ts';
import { isUsableContact } from './contact-number.ts';

const page = (query: object = {}) => alertCalls.list.request.parse(query);
const logPage = (query: object = {}) => logCalls.list.request.parse(query);
const actor = (id: string, role: Actor['role'], managerId: string | null = null): Actor => ({
  id,
  role,
  managerId,
  mqttAdmin: false,
});
const m1 = actor('m1', 'manager', 'm1');
const m2 = actor('m2', 'manager', 'm2');
const s1 = actor('s1', 'assistant', 'm1');
const s2 = actor('s2', 'assistant', 'm1');
const nobody = actor('nobody', 'none');

let database: FreshDatabase;
let service: StartedService & { start(): Promise<void> };
let config: AlertingVariables;
let alerts: AlertsService;
let alertLog: AlertLogService;
let devices: { stop(): Promise<void> };
/** Names that this spec asks for. */
const names = new Set(['nowhere']);

beforeAll(async () => {
  devices = await withoutDevices((deviceName) => names.has(deviceName));
  database = await freshDatabase();
  config = alertingVariables(database);
  service = await prepareService({ app: 'alerting', config, module: AlertingModule });
  alerts = service.get(AlertsService);
  alertLog = service.get(AlertLogService);
  for (const user of [
    aUser({ id: 'm1', name: 'Mona' }),
    aUser({ id: 's1', name: 'Sam', userRole: 'assistant' }),
    ...['m2', 'm7', 'm8', 'm9'].map((id) => aUser({ id })),
  ]) {
    await service
      .get(FactCopies)
      .of('user')
      .apply([{ kind: 'user', key: user.id, version: 1, state: user }]);
  }
});
afterAll(async () => {
  await service.stop();
  await devices.stop();
  await database.drop();
});

let version = 0;
const tellOf = (deviceName: string, state: DeviceState | null) =>
  service
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: deviceName, version: ++version, state }]);
const givenDevice = async (changes: Partial<DeviceState> = {}): Promise<DeviceState> => {
  const device = aDevice({ assistantIds: ['s1'], ...changes });
  names.add(device.deviceName);
  await tellOf(device.deviceName, device);
  return device;
};
const asked = (deviceName: string, changes: Record<string, unknown> = {}) =>
  NewAlert.parse({
    deviceName,
    sensorId: 1,
    valueType: 'Current',
    alertType: 'Above',
    criteria: { values: [10] },
    contact: '15005550007',
    email: 'on-call@example.com',
    message: 'hot',
    ...changes,
  });
const create = (by: Actor, { deviceName }: DeviceState, changes = {}) =>
  alerts.create(by, asked(deviceName, changes));
const idsSeenBy = async (by: Actor) =>
  (await alerts.list(by, page({ limit: 100 }))).alerts.map(({ id }) => id);
const announce = async (readings: Reading[]) => {
  const value = Buffer.from(JSON.stringify(readings));
  await service.get(ReadingsConsumer).handle([{ offset: '0', value }]);
  await service.get(Decisions).settle();
};
const fire = ({ deviceName }: DeviceState, value = 11) =>
  announce([aReading({ deviceName, current: [value, null, null, null] })]);

describe('making an alert', () => {
  it('gives back what was made', async () => {
    const device = await givenDevice();
    await expect(create(s1, device)).resolves.toEqual({
      id: expect.any(String),
      deviceName: device.deviceName,
      sensorId: 1,
      sensorName: 'Temperature',
      valueType: 'Current',
      alertType: 'Above',
      criteria: { values: [10], timePeriod: null },
      contact: '+15005550007',
      email: 'on-call@example.com',
      mqttEnabled: 'disabled',
      host: null,
      port: null,
      topic: null,
      message: 'hot',
      firing: false,
      createdAt: expect.any(String),
    });
  });

  it('needs a device that the actor may see; a foreign one is as one that does not exist', async () => {
    const device = await givenDevice();
    for (const by of [m2, s2, nobody]) {
      await expect(create(by, device)).rejects.toMatchObject({
        code: 'DeviceNotFound',
        failure: { kind: 'not-found', message: 'There is no such device' },
      });
    }
    await expect(alerts.create(SYSTEM, asked('nowhere'))).rejects.toMatchObject({ code: 'DeviceNotFound' });
  });

  it('needs a sensor that the device has', async () => {
    const device = await givenDevice();
    await expect(create(m1, device, { sensorId: 2 })).rejects.toMatchObject({
      code: 'SensorNotThere',
      failure: { kind: 'invalid', fields: { sensorId: expect.any(String) } },
    });
  });

  it.each([
    ['+15005550006', true],
    ['+33612345678', true],
    ['+1500', false],
    ['+99900000000', false],
    ['+441632960961123', false],
    ['+449098790000', false],
  ])('takes %s as a contact: %s', async (contact, isUsable) => {
    expect(isUsableContact(contact)).toBe(isUsable);
    if (isUsable) return;
    const device = await givenDevice();
    await expect(alerts.create(m1, { ...asked(device.deviceName), contact })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { contact: 'invalid contact number' } },
    });
  });
});

describe('who sees and removes alerts', () => {
  it('is the admin for all, a manager for their own devices, an assistant for those assigned', async () => {
    const device = await givenDevice();
    const { id } = await create(m1, device);
    for (const by of [SYSTEM, m1, s1]) {
      expect(await idsSeenBy(by)).toContain(id);
      const { alerts: rows, pagination } = await alerts.ofDevice(by, device.deviceName, page());
      expect(rows.map((row) => row.id)).toEqual([id]);
      expect(pagination).toEqual({ totalCount: 1 });
    }
    for (const by of [m2, s2, nobody]) {
      expect(await idsSeenBy(by)).not.toContain(id);
      await expect(alerts.ofDevice(by, device.deviceName, page())).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
      await expect(alerts.remove(by, id)).rejects.toMatchObject({
        code: 'AlertNotFound',
        failure: { kind: 'not-found' },
      });
    }
    await expect(alerts.remove(m1, id)).resolves.toBeNull();
    await expect(alerts.remove(m1, id)).rejects.toMatchObject({ code: 'AlertNotFound' });
  });

  it('lets an assistant remove only what they made', async () => {
    const device = await givenDevice({ assistantIds: ['s1', 's2'] });
    const { id } = await create(s1, device);
    await expect(alerts.remove(s2, id)).rejects.toMatchObject({
      code: 'NotYourAlert',
      failure: { kind: 'forbidden' },
    });
    await expect(alerts.remove(s1, id)).resolves.toBeNull();
  });

  it('follows a change of manager', async () => {
    const device = await givenDevice();
    const { id } = await create(m1, device);
    await fire(device);
    await tellOf(device.deviceName, { ...device, managerId: 'm2', assistantIds: [] });
    expect(await idsSeenBy(m1)).not.toContain(id);
    expect(await idsSeenBy(s1)).not.toContain(id);
    expect(await idsSeenBy(m2)).toContain(id);
    await expect(alertLog.acknowledge(m1, device)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    await expect(alertLog.acknowledge(m2, device)).resolves.toEqual({ acknowledged: 1 });
  });

  it('shows what is asked for, in the order that is asked for', async () => {
    const boiler = await givenDevice({ deviceAlias: 'Boiler (50%)', managerId: 'm9' });
    const pump = await givenDevice({ managerId: 'm9' });
    const m9 = actor('m9', 'manager', 'm9');
    const first = await create(m9, boiler, { message: 'a.c', email: 'z@example.com' });
    const second = await create(m9, pump, { message: 'abc', email: 'a@example.com' });
    const idsOf = async (query: object) => (await alerts.list(m9, page(query))).alerts.map(({ id }) => id);
    expect(await idsOf({})).toEqual([second.id, first.id]);
    expect(await idsOf({ sort: 'email', order: 'desc' })).toEqual([first.id, second.id]);
    expect(await idsOf({ sort: 'email', order: 'asc', offset: 1 })).toEqual([first.id]);
    expect(await idsOf({ q: 'A.C' })).toEqual([first.id]);
    expect(await idsOf({ q: '(50%)' })).toEqual([first.id]);
    expect(await idsOf({ q: '(((((.*)*)*)*)*' })).toEqual([]);
    const { pagination } = await alerts.list(m9, page({ limit: 1 }));
    expect(pagination).toEqual({ totalCount: 2 });
  });
});

describe('the alert log', () => {
  it('is seen and acknowledged within the scope, once and for good', async () => {
    const device = await givenDevice();
    await create(m1, device);
    await create(m1, device, { alertType: 'Below', criteria: { values: [20] } });
    await fire(device);
    const rowsOf = async (by: Actor) =>
      (await alertLog.list(by, logPage({ q: device.deviceName }))).alertLogs;
    const rows = await rowsOf(s1);
    expect(rows).toMatchObject([
      { status: 'Pending', isAck: '' },
      { status: 'Pending', ackBy: '' },
    ]);
    for (const by of [m2, s2, nobody]) {
      expect(await rowsOf(by)).toEqual([]);
      await expect(alertLog.ofDevice(by, device.deviceName, logPage())).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
      await expect(alertLog.acknowledge(by, device)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    }

    const { deviceName } = device;
    await expect(alertLog.acknowledge(m1, { deviceName, id: rows[0]!.id })).resolves.toEqual({
      acknowledged: 1,
    });
    await expect(alertLog.acknowledge(s1, { deviceName, id: rows[0]!.id })).resolves.toEqual({
      acknowledged: 0,
    });
    await expect(alertLog.acknowledge(s1, { deviceName, id: 'none' })).rejects.toMatchObject({
      code: 'AlertLogEntryNotFound',
    });
    await expect(alertLog.acknowledge(s1, { deviceName })).resolves.toEqual({ acknowledged: 1 });
    const done = await rowsOf(m1);
    expect(done.find(({ id }) => id === rows[0]!.id)).toMatchObject({
      status: 'Acknowledged',
      ackBy: 'Mona',
    });
    expect(done.find(({ id }) => id === rows[1]!.id)).toMatchObject({ status: 'Acknowledged', ackBy: 'Sam' });
  });

  it('has the same order on every page, whichever replica answers, where entries came about in the same millisecond', async () => {
    const device = await givenDevice({ managerId: 'm7' });
    const m7 = actor('m7', 'manager', 'm7');
    await create(m7, device);
    const receivedAt = Date.now();
    const readings = Array.from({ length: 24 }, (_, index) =>
      aReading({
        deviceName: device.deviceName,
        receivedAt,
        timestamp: receivedAt + index,
        current: [index % 2 === 0 ? 11 : 1, null, null, null],
      }),
    );
    await announce(readings);
    const idsOf = async (query: object) =>
      (await alertLog.list(m7, logPage(query))).alertLogs.map(({ id }) => id);
    for (const sort of [undefined, 'triggeredAt', 'deviceName', 'status']) {
      for (const order of ['ASC', 'DESC']) {
        const whole = await idsOf({ sort, order, limit: 100 });
        expect(new Set(whole).size).toBe(12);
        const pages = await Promise.all([0, 5, 10].map((offset) => idsOf({ sort, order, limit: 5, offset })));
        expect({ sort, order, ids: pages.flat() }).toEqual({ sort, order, ids: whole });
      }
    }
    const before = await idsOf({ limit: 100 });
    const replica = await prepareService({ app: 'alerting', config, module: AlertingModule });
    try {
      const { deviceName } = device;
      await replica
        .get(FactCopies)
        .of('device')
        .apply([{ kind: 'device', key: deviceName, version, state: device }]);
      const { alertLogs } = await replica.get(AlertLogService).list(m7, logPage({ limit: 100 }));
      expect(alertLogs.map(({ id }) => id)).toEqual(before);
    } finally {
      await replica.stop();
    }
    // What is written to an entry later does not move it.
    await alertLog.acknowledge(m7, { deviceName: device.deviceName, id: before[3]! });
    expect(await idsOf({ limit: 100 })).toEqual(before);
  });

  it('does not acknowledge an entry of another device', async () => {
    const [mine, other] = [await givenDevice(), await givenDevice({ managerId: 'm2' })];
    await create(m2, other);
    await fire(other);
    const [entry] = (await alertLog.ofDevice(m2, other.deviceName, logPage())).alertLogs;
    const which = { deviceName: mine.deviceName, id: entry!.id };
    await expect(alertLog.acknowledge(m1, which)).rejects.toMatchObject({ code: 'AlertLogEntryNotFound' });
    const [after] = (await alertLog.ofDevice(m2, other.deviceName, logPage())).alertLogs;
    expect(after).toMatchObject({ status: 'Pending' });
  });

  it('tells what is pending from what is acknowledged', async () => {
    const device = await givenDevice({ managerId: 'm8' });
    const m8 = actor('m8', 'manager', 'm8');
    await create(m8, device);
    await fire(device);
    const countOf = async (status: 'Pending' | 'Acknowledged') =>
      (await alertLog.list(m8, logPage({ status }))).pagination.totalCount;
    expect([await countOf('Pending'), await countOf('Acknowledged')]).toEqual([1, 0]);
    await alertLog.acknowledge(m8, device);
    expect([await countOf('Pending'), await countOf('Acknowledged')]).toEqual([0, 1]);
  });

  it('is found by an index, of all devices and of one', async () => {
    const plan = async (filter: object, sort: Record<string, 1 | -1>) =>
      JSON.stringify(
        (await database.db.collection('alert_log').find(filter, { sort }).explain('queryPlanner'))
          .queryPlanner.winningPlan,
      );
    const newest = { triggeredAt: -1, _id: -1 } as const;
    for (const filter of [{}, { deviceName: 'pump01' }, { ackAt: null }]) {
      const winning = await plan(filter, newest);
      expect(winning).toContain('IXSCAN');
      expect(winning).not.toContain('"SORT"');
    }
  });
});

describe('a device that is gone', () => {
  it.each([
    ['', false],
    [', also when there is another of its name already', true],
  ])('gets no alert that was being made in that very moment%s', async (_, isMadeAgain) => {
    const device = await givenDevice();
    const { deviceName } = device;
    const request = asked(deviceName);
    const told: Promise<void>[] = [];
    // What an alert is made of is read once its device is found, and before it is stored.
    Object.defineProperty(request, 'message', {
      get() {
        told.push(tellOf(deviceName, null));
        if (isMadeAgain) told.push(tellOf(deviceName, device));
        return 'hot';
      },
    });
    await expect(alerts.create(m1, request)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    await Promise.all(told);
    expect(await database.db.collection('alerts').countDocuments({ deviceName })).toBe(0);
  });

  it('takes its alerts, their log and their notices along, but not those of a later device of its name', async () => {
    const device = await givenDevice();
    await create(m1, device);
    await fire(device);
    await tellOf(device.deviceName, null);
    const goneAt = version;
    await tellOf(device.deviceName, device);
    const later = await create(m1, device);

    const { deviceName } = device;
    await service.get(AlertsService).removeOf([{ deviceName, version: goneAt }]);
    const left = await Promise.all(
      ['alerts', 'alert_log', 'notices'].map((name) =>
        database.db.collection(name).find({ deviceName }).toArray(),
      ),
    );
    expect(left.map((rows) => rows.map(({ _id }) => _id))).toEqual([[later.id], [], []]);
    const [told] = await database.db
      .collection<{ fact: Fact }>('fact_outbox')
      .find(
        { 'fact.kind': 'device-status', 'fact.key': deviceName },
        { sort: { 'fact.version': -1 }, limit: 1 },
      )
      .toArray();
    expect(told?.fact.state).toEqual({ deviceName, firing: 0 });
    await fire(device);
    expect((await alertLog.ofDevice(m1, deviceName, logPage())).alertLogs).toMatchObject([
      { alertId: later.id },
    ]);
  });
});
