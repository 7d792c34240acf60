import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { DAY_MS } from '@telemon/contracts/durations';
import {
  MOST_UNKNOWN_DEVICES,
  type UnknownName,
  unknownDevices as calls,
} from '@telemon/contracts/logs/unknown-devices';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { LogsVariables } from '../config.ts';
import { UnknownDevicesHandler } from './unknown-devices.handler.ts';
import { UnknownDevicesModule } from './unknown-devices.module.ts';
import type { UnknownDeviceDocument } from './unknown-devices.repository.ts';
import { UnknownDevicesService } from './unknown-devices.service.ts';

let database: FreshDatabase;
let service: StartedService;
let unknown: UnknownDevicesService;
let facts: KafkaProducer;

beforeAll(async () => {
  database = await freshDatabase();
  const config = LogsVariables.parse({
    ...serviceVariables(database.url),
    KAFKA_PARTITIONS: '1',
    LOG_DAYS: '2',
  });
  service = await startService({ app: 'logs', config, module: UnknownDevicesModule });
  unknown = service.get(UnknownDevicesService);
  facts = await service.get(Kafka).producer();
});
afterEach(async () => {
  await rows().deleteMany({});
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const rows = () => database.db.collection<UnknownDeviceDocument>('unknown_devices');
const sampleOf = (data: string) => ({ data, bytes: data.length });
const comesOverUdp = (...names: UnknownName[]) => unknown.keep({ source: 'udp', names });
const comesOverMqtt = (...names: UnknownName[]) => unknown.keep({ source: 'mqtt', names });
const page = (query: Record<string, unknown> = {}, by: Actor = SYSTEM) =>
  unknown.list(by, calls.list.request.parse(query));
const namesOf = async (query: Record<string, unknown> = {}) =>
  (await page(query)).unknownDevices.map(({ deviceName }) => deviceName);
const tellDevice = (deviceName: string, version: number, isRegistered = true) => {
  const state = isRegistered ? aDevice({ deviceName, deviceKey: 7 }) : null;
  const value = JSON.stringify({ kind: 'device', key: deviceName, version, state });
  return facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value }]);
};
const aRow = (number: number, changes: Partial<UnknownDeviceDocument> = {}): UnknownDeviceDocument => ({
  _id: `row-${number}`,
  source: 'udp',
  firstSeenAt: new Date(),
  lastSeenAt: new Date(),
  count: 1,
  data: null,
  bytes: 0,
  ...changes,
});
/** Names that no device of another spec has. */
let tank: string;
let pump: string;
beforeEach(() => {
  [tank, pump] = [uniqueName('tank'), uniqueName('pump')];
});

describe('an unknown device', () => {
  it('has one row with a count, the first and the last time, and the last sample', async () => {
    const before = Date.now();
    await comesOverUdp({ deviceName: tank, count: 3, sample: sampleOf('TC1=1') });
    const [first] = (await page()).unknownDevices;
    expect(first).toEqual({
      deviceName: tank,
      source: 'udp',
      count: 3,
      data: 'TC1=1',
      bytes: 5,
      firstSeenAt: expect.any(String),
      lastSeenAt: first!.firstSeenAt,
    });
    expect(Date.parse(first!.firstSeenAt)).toBeGreaterThanOrEqual(before);
    await until(() => Date.now() > Date.parse(first!.firstSeenAt));
    await comesOverUdp({ deviceName: tank, count: 4, sample: sampleOf('TC1=22') });
    const { unknownDevices, pagination } = await page();
    expect(unknownDevices).toMatchObject([
      { count: 7, data: 'TC1=22', bytes: 6, firstSeenAt: first!.firstSeenAt },
    ]);
    expect(unknownDevices[0]!.lastSeenAt > first!.lastSeenAt).toBe(true);
    expect(pagination).toEqual({ totalCount: 1 });
  });

  it('that only tries to sign in has no sample; one that sends datagrams, too, keeps theirs', async () => {
    await comesOverMqtt({ deviceName: tank, count: 1 });
    expect((await page()).unknownDevices).toMatchObject([{ source: 'mqtt', data: null, bytes: 0 }]);
    await comesOverUdp({ deviceName: tank, count: 1, sample: sampleOf('TC1=1') });
    await comesOverMqtt({ deviceName: tank, count: 1 });
    expect((await page()).unknownDevices).toMatchObject([
      { source: 'mqtt', data: 'TC1=1', bytes: 5, count: 3 },
    ]);
  });

  it('has one row even if several edges report it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => comesOverUdp({ deviceName: tank, count: 2 })));
    expect((await page()).unknownDevices).toMatchObject([{ deviceName: tank, count: 40 }]);
  });

  it('is gone once a device of its name is registered, and is back after the device was deleted', async () => {
    await comesOverUdp({ deviceName: tank, count: 1 }, { deviceName: pump, count: 1 });
    await tellDevice(tank, 1);
    await until(async () => (await namesOf()).length === 1);
    // An edge may not have the fact yet.
    await comesOverUdp({ deviceName: tank, count: 1 });
    expect(await namesOf()).toEqual([pump]);
    await tellDevice(tank, 2, false);
    await until(async () => {
      await comesOverUdp({ deviceName: tank, count: 1 });
      return (await namesOf()).includes(tank);
    });
  });

  it('is removed by an admin, once', async () => {
    await comesOverUdp({ deviceName: tank, count: 1 }, { deviceName: pump, count: 1 });
    await unknown.remove(SYSTEM, tank);
    expect(await namesOf()).toEqual([pump]);
    await expect(unknown.remove(SYSTEM, tank)).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    });
  });

  it('is listed and removed by admins only, and reported by services only', async () => {
    await comesOverUdp({ deviceName: tank, count: 1 });
    const manager: Actor = { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true };
    const refusal = { failure: { kind: 'forbidden' } };
    await expect(page({}, manager)).rejects.toMatchObject(refusal);
    await expect(unknown.remove(manager, tank)).rejects.toMatchObject(refusal);
    const question = {
      actor: { ...manager, role: 'admin' },
      request: { source: 'udp', names: [{ deviceName: 'another', count: 1 }] },
      requestId: 'spec',
      answerBy: Date.now() + 60_000,
    };
    const answer = await service.get(UnknownDevicesHandler).tell(question as never);
    expect(answer).toMatchObject({ failure: { code: 'ForServicesAlone' } });
    expect(await namesOf()).toEqual([tank]);
  });
});

describe('the list of unknown devices', () => {
  it('has the newest one first, and is sorted and searched literally by name and sample', async () => {
    const now = Date.now();
    await rows().insertMany([
      aRow(1, { count: 5, lastSeenAt: new Date(now - 3_000), data: 'TC1=(a+)+$' }),
      aRow(2, { count: 9, lastSeenAt: new Date(now - 2_000) }),
      aRow(3, { count: 7, lastSeenAt: new Date(now - 1_000) }),
    ]);
    expect(await namesOf()).toEqual(['row-3', 'row-2', 'row-1']);
    expect(await namesOf({ sort: 'count', order: 'DESC' })).toEqual(['row-2', 'row-3', 'row-1']);
    expect(await namesOf({ sort: 'deviceName', limit: 1, offset: 1 })).toEqual(['row-2']);
    expect(await namesOf({ q: 'ROW-2' })).toEqual(['row-2']);
    expect(await namesOf({ q: '(A+)+$' })).toEqual(['row-1']);
    expect(await namesOf({ q: '.*' })).toEqual([]);
  });

  it('is read in its order by an index', async () => {
    const { queryPlanner } = await rows().find().sort({ lastSeenAt: -1, _id: -1 }).explain();
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('"SORT"');
  });

  it('loses names without messages for as long as rows of the logs are kept', async () => {
    const now = Date.now();
    await rows().insertMany([
      aRow(1, { lastSeenAt: new Date(now - 2 * DAY_MS - 1_000), count: 1_000 }),
      aRow(2, { lastSeenAt: new Date(now - 2 * DAY_MS + 60_000) }),
    ]);
    await unknown.pass(now);
    expect(await namesOf()).toEqual(['row-2']);
    // The clock of one machine has leapt.
    await unknown.pass(now + 400 * DAY_MS);
    expect(await namesOf()).toEqual(['row-2']);
  });

  it('keeps the most frequent names in a flood, and the newest ones among names that came once', async () => {
    const now = Date.now();
    const flood = Array.from({ length: MOST_UNKNOWN_DEVICES }, (_, number) =>
      aRow(number, { lastSeenAt: new Date(now - 10_000 + number) }),
    );
    await rows().insertMany([
      aRow(-1, { count: 2, lastSeenAt: new Date(now - 3_600_000) }),
      ...flood,
      aRow(-2, { lastSeenAt: new Date(now) }),
    ]);
    await unknown.pass(now);
    expect(await rows().countDocuments()).toBe(MOST_UNKNOWN_DEVICES);
    const gone = ['row-0', 'row-1'];
    expect(await rows().countDocuments({ _id: { $in: gone } })).toBe(0);
    expect(await rows().countDocuments({ _id: { $in: ['row--1', 'row--2', 'row-2'] } })).toBe(3);
  });
});
