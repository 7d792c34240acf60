import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { type AlertLogEntry, alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import type { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { logger } from '@telemon/platform/logging';
import { IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { NATS } from '@telemon/platform/platform.module';
import { aUser } from '@telemon/testing/builders';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import { anActor, GivenAlerts, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { AlertLogService, type Choice } from './alert-log.service.ts';
import { ExportsService } from './exports.service.ts';

logger.level = 'silent';

let given: GivenAlerts;
let service: ExportsService;
let managers = 0;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  service = given.service.get(ExportsService);
});
afterAll(() => given.stop());

/** A manager without entries so far, and a device of theirs. */
const aFleet = async (changes: Partial<DeviceState> = {}) => {
  const managerId = `exporter-${++managers}`;
  const user = aUser({ id: managerId, name: 'Olga' });
  const users = given.service.get(FactCopies).of('user');
  await users.apply([{ kind: 'user', key: managerId, version: 1, state: user }]);
  const device = await given.device({ managerId, ...changes });
  return { by: anActor(managerId, 'manager', managerId), device };
};
const parsed = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { alertLogs: AlertLogEntry[] }).alertLogs;
const logOf = async (by: Actor, wanted: Choice = {}, most?: number): Promise<AlertLogEntry[]> =>
  parsed((await receivedFile((inbox) => service.log(by, wanted, inbox, most))).bytes);
const fileOf = (by: Actor, format: 'xlsx' | 'csv' = 'xlsx', wanted: Choice = {}) =>
  receivedFile((inbox) => service.file(by, { ...wanted, format }, inbox));
/** The rows of a workbook by their titles. */
const rowsOf = async (by: Actor) => {
  const [titles, ...rows] = await rowsOfWorkbook((await fileOf(by)).bytes);
  // An empty cell is no element.
  const named = (row: unknown[]) =>
    Object.entries(row).map(([place, cell]) => [titles![Number(place)] as string, cell]);
  return rows.map((row) => Object.fromEntries(named(row)) as Record<string, unknown>);
};
const collection = () => given.database.db.collection<AlertLogDocument>('alert_log');
/** More entries like the device's first one, changed as told. */
const addEntries = async (
  { deviceName }: DeviceState,
  count: number,
  change: (place: number) => Partial<AlertLogDocument>,
) => {
  const { isOpen: _isOpen, ...entry } = (await collection().findOne({ deviceName }))!;
  const ids = Array.from({ length: count }, (_, place) => `${deviceName}-${String(place).padStart(5, '0')}`);
  await collection().insertMany(ids.map((_id, place) => ({ ...entry, _id, ...change(place) })));
  return ids;
};

describe('the exported alert log', () => {
  it('has what the list has, newest first, as JSON and as a workbook with a column for each field', async () => {
    const { by, device } = await aFleet();
    await given.create(by, device, { message: 'at $data' });
    await given.create(by, device, {
      alertType: 'Restrict Range',
      criteria: { values: [9, 2] },
      contact: null,
      email: null,
    });
    await given.fire(device, 11.5);
    await given.fire(device, 5);
    await given.service.get(AlertLogService).acknowledge(by, device);
    await given.fire(device, 12);
    const list = await given.service.get(AlertLogService).list(by, logCalls.list.request.parse({}));
    const log = await logOf(by);
    expect(log).toHaveLength(4);
    expect(log).toEqual(list.alertLogs);

    const { fileName, contentType } = await fileOf(by);
    expect({ fileName, contentType }).toEqual({
      fileName: 'AlertLog.xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    const rows = await rowsOf(by);
    expect(rows.map(({ SNo }) => SNo)).toEqual([1, 2, 3, 4]);
    const place = log.findIndex(({ alertType, value }) => alertType === 'Above' && value === 11.5);
    const entry = log[place]!;
    expect(rows[place]).toEqual({
      SNo: place + 1,
      'Device Name': device.deviceName,
      Contact: "'+15005550007",
      Email: 'on-call@example.com',
      'Sensor Name': entry.sensorName,
      'Value Type': 'Current',
      'Alert Type': 'Above',
      'Set Point': 10,
      'MQTT Enabled': 'Disabled',
      'Created At': new Date(entry.createdAt!),
      Message: 'at 11.5',
      Value: 11.5,
      'Triggered At': new Date(entry.triggeredAt),
      'Cleared At': new Date(entry.clearedAt!),
      Delivery: `SMS ${entry.delivery.sms.state}, Email ${entry.delivery.email.state}`,
      Status: 'Acknowledged',
      'Acknowledged At': new Date(entry.isAck),
      'Acknowledged By': 'Olga',
    });
    const ofRange = rows.find((row) => row['Alert Type'] === 'Restrict Range' && row['Value'] === 12);
    expect(ofRange).toMatchObject({ 'Lower Threshold': 2, 'Upper Threshold': 9, Status: 'Pending' });
    for (const absent of ['Set Point', 'Contact', 'Cleared At', 'Delivery', 'Acknowledged At'])
      expect(ofRange).not.toHaveProperty([absent]);
  });

  it('has empty cells for what a silence and a deadline lack', async () => {
    const { by, device } = await aFleet();
    const { deviceName } = device;
    await given.create(by, device, {
      alertType: 'Periodic',
      criteria: { values: [8], timePeriod: 24 },
      message: '$data',
    });
    const at = new Date();
    const all = {
      deviceName,
      deviceVersion: given.version,
      deviceAlias: device.deviceAlias,
      triggeredAt: at,
      decidedAt: at,
      clearedAt: null,
      ackAt: null,
      ackBy: '',
    };
    const ofAlert = {
      alertId: 'periodic',
      sensorId: 1,
      sensorName: 'Temperature',
      valueType: 'Current' as const,
      alertType: 'Periodic' as const,
      values: [8],
      timePeriod: 24,
      contact: null,
      email: null,
      mqtt: null,
      createdAt: at,
    };
    await collection().insertMany([
      { ...all, _id: `${deviceName}-1`, cause: 'silence', message: 'silent', silentSince: at },
      { ...all, ...ofAlert, _id: `${deviceName}-0`, cause: 'deadline', message: '–' },
    ]);
    const [silence, deadline] = await rowsOf(by);
    expect(silence).toEqual({
      SNo: 1,
      'Device Name': deviceName,
      Message: 'silent',
      'Triggered At': at,
      Status: 'Pending',
    });
    expect(deadline).toMatchObject({ 'Alert Type': 'Periodic', 'Set Point': 8, 'Time Period (h)': 24 });
    expect(deadline).not.toHaveProperty(['Value']);
    const log = await logOf(by);
    expect(log.map(({ cause, value }) => [cause, value])).toEqual([
      ['silence', null],
      ['deadline', null],
    ]);
    expect((await fileOf(by, 'csv')).bytes.toString().split('\r\n')[1]).toContain(
      `1,${deviceName},,,,,,,,,,,,,,,silent,,`,
    );
  });

  it('may be comma-separated values, and is only titles where nothing has fired', async () => {
    const { by, device } = await aFleet();
    const [titles] = (await fileOf(by, 'csv')).bytes.toString().split('\r\n');
    expect(titles).toMatch(/^\uFEFFSNo,Device Name,.*,Status,Acknowledged At,Acknowledged By$/);
    expect(await logOf(by)).toEqual([]);
    await given.create(by, device);
    await given.fire(device);
    const lines = (await fileOf(by, 'csv')).bytes.toString().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^1,${device.deviceName},'[+]15005550007,`));
  });

  it('has the devices in the scope of its user alone', async () => {
    const { by, device } = await aFleet();
    const other = await aFleet({ assistantIds: [] });
    for (const fleet of [{ by, device }, other]) {
      await given.create(fleet.by, fleet.device);
      await given.fire(fleet.device);
    }
    const devicesOf = async (actor: Actor, wanted: Choice = {}) =>
      (await logOf(actor, wanted)).map(({ deviceName }) => deviceName);
    expect(await devicesOf(by)).toEqual([device.deviceName]);
    expect(await devicesOf(s1)).toContain(device.deviceName);
    expect(await devicesOf(s1)).not.toContain(other.device.deviceName);
    for (const actor of [s2, nobody, other.by]) {
      expect(await devicesOf(actor, device)).toEqual([]);
      expect((await fileOf(actor, 'csv', { deviceName: device.deviceName })).bytes.toString()).not.toContain(
        device.deviceName,
      );
    }
    const all = await devicesOf(anActor('a1', 'admin'));
    expect(all).toEqual(expect.arrayContaining([device.deviceName, other.device.deviceName]));
  });

  it('is filtered by status, by a search, and by device', async () => {
    const { by, device } = await aFleet({ deviceAlias: 'Cold room' });
    const other = await given.device({ managerId: by.id, deviceAlias: 'Oven' });
    for (const each of [device, other]) {
      await given.create(by, each);
      await given.fire(each);
    }
    await given.service.get(AlertLogService).acknowledge(by, other);
    const devicesOf = async (wanted: Choice) =>
      (await logOf(by, wanted)).map(({ deviceName }) => deviceName).sort();
    expect(await devicesOf({})).toEqual([device.deviceName, other.deviceName].sort());
    expect(await devicesOf({ status: 'Pending' })).toEqual([device.deviceName]);
    expect(await devicesOf({ status: 'Acknowledged' })).toEqual([other.deviceName]);
    expect(await devicesOf({ q: 'OVEN' })).toEqual([other.deviceName]);
    expect(await devicesOf({ q: '.*' })).toEqual([]);
    expect(await devicesOf({ deviceName: device.deviceName })).toEqual([device.deviceName]);
    expect(await devicesOf({ deviceName: device.deviceName, status: 'Acknowledged' })).toEqual([]);
  });

  it('of more entries than fit into an answer has to be a file', async () => {
    const { by, device } = await aFleet();
    await given.create(by, device);
    await given.fire(device);
    await addEntries(device, 2, () => ({}));
    await expect(logOf(by, {}, 2)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message:
          'There are more than 2 entries. Ask for a file with format=xlsx or format=csv, or search for fewer',
      },
    });
    expect(await logOf(by, {}, 3)).toHaveLength(3);
    expect(await logOf(by, { q: `${device.deviceName}-none` }, 2)).toEqual([]);
    expect((await fileOf(by, 'csv')).bytes.toString().split('\r\n')).toHaveLength(5);
  });

  it('needs an inbox', async () => {
    const { by } = await aFleet();
    const refused = { failure: { kind: 'bad-request' } };
    await expect(service.log(by, {}, undefined)).rejects.toMatchObject(refused);
    await expect(service.file(by, { format: 'csv' }, undefined)).rejects.toMatchObject(refused);
  });

  it('has no formulas, and its numbers stay numbers', async () => {
    const { by, device } = await aFleet();
    await given.create(by, device);
    await given.fire(device);
    const [id] = await addEntries(device, 1, () => ({
      message: '=HYPERLINK("http://evil.example")',
      sensorName: '@SUM(A1)',
      ackBy: '+Mona',
      email: '-1@example.com',
      value: -3.5,
      triggeredAt: new Date(0),
    }));
    expect((await logOf(by)).at(-1)).toMatchObject({ id, message: '=HYPERLINK("http://evil.example")' });
    expect((await rowsOf(by)).at(-1)).toMatchObject({
      Message: `'=HYPERLINK("http://evil.example")`,
      'Sensor Name': "'@SUM(A1)",
      'Acknowledged By': "'+Mona",
      Email: "'-1@example.com",
      Value: -3.5,
    });
  });
});

describe('an alert log that is read in many steps', () => {
  it('has each entry once and in order, also those of the same millisecond', async () => {
    const { by, device } = await aFleet();
    await given.create(by, device);
    await given.fire(device);
    // At the ends of the steps of 1,000 are entries of one time.
    const at = (place: number) => new Date(1_000_000_000_000 - Math.floor(place / 70) * 1_000);
    const ids = await addEntries(device, 2_600, (place) => ({ triggeredAt: at(place) }));
    const inOrder = ids
      .map((id, place) => ({ id, time: at(place).getTime() }))
      .sort((one, other) => other.time - one.time || (one.id < other.id ? 1 : -1));
    expect((await logOf(by)).slice(1).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    expect(await rowsOf(by)).toHaveLength(2_601);
  });

  it('leaves out what its user may no longer see', async () => {
    const { by, device } = await aFleet();
    await given.create(by, device);
    await given.fire(device);
    await addEntries(device, 8_000, () => ({}));
    const incoming = new IncomingFile(given.service.get(NATS as never));
    await service.log(by, {}, incoming.inbox);
    const parts: Buffer[] = [];
    for await (const part of incoming.parts()) {
      parts.push(Buffer.from(part));
      if (parts.length === 1) await given.tellOf(device.deviceName, { ...device, managerId: 'm2' });
    }
    const { length } = parsed(Buffer.concat(parts));
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(8_000);
  });

  it('is read by an index, each step from the end of the one before', async () => {
    const filter = {
      $and: [
        {},
        {
          triggeredAt: { $lte: new Date() },
          $or: [{ triggeredAt: { $lt: new Date() } }, { _id: { $lt: 'e' } }],
        },
      ],
    };
    const { queryPlanner } = await collection()
      .find(filter, { sort: { triggeredAt: -1, _id: -1 }, limit: 10 })
      .explain('queryPlanner');
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect(plan).toContain('"triggeredAt":["[new Date(');
    expect(plan).not.toContain('"SORT"');
  });
});
