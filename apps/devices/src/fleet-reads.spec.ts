import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { answeringBy } from '@telemon/platform/deadline';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { faking } from '@telemon/testing/fake-clocks';
import { until } from '@telemon/testing/waiting';
import type { Document } from 'mongodb';
import { BuildingsRepository } from './buildings/buildings.repository.ts';
import { DevicesRepository } from './devices/devices.repository.ts';
import { FloorsRepository } from './floors/floors.repository.ts';
import { SensorTypesRepository } from './sensor-types/sensor-types.repository.ts';

const admin: Actor = { id: 'a1', role: 'admin', managerId: null, mqttAdmin: true };
const scope = { actor: admin, places: null };
const managers = { found: [], inOrder: ['m1', 'm2'] };
const deep = { limit: 10, offset: 50_000, q: 'pump' };
/** The time until the caller's deadline. Much of it is left for the queries even on a busy machine. */
const LEFT_MS = 60_000;
const STILL_LEFT_MS = 10_000;
const CONNECTIONS_OF_WRITERS = 20;

let database: FreshDatabase;
let mongo: Mongo;
let devices: DevicesRepository;
let sensorTypes: SensorTypesRepository;
let buildings: BuildingsRepository;
let floors: FloorsRepository;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
  devices = new DevicesRepository(mongo);
  sensorTypes = new SensorTypesRepository(mongo);
  buildings = new BuildingsRepository(mongo);
  floors = new FloorsRepository(mongo);
  await mongo.prepare();
});

afterAll(async () => {
  await mongo.close();
  await database.drop();
});

const onDashboard = async () => {
  for await (const _ of devices.onDashboard(admin, null));
};
const READS: [string, () => Promise<unknown>][] = [
  ['devices', () => devices.page(admin, { ...deep, managerIds: [] })],
  ['devices by manager', () => devices.page(admin, { ...deep, managerIds: [], managersInOrder: ['m1'] })],
  ['names of devices', () => devices.names(admin)],
  ['devices on the home page', onDashboard],
  ['number of devices on the home page', () => devices.countOnDashboard(admin, null)],
  ['sensor types', () => sensorTypes.page(admin, deep, { found: [], inOrder: null })],
  ['sensor types by manager', () => sensorTypes.page(admin, deep, managers)],
  ['buildings', () => buildings.page(scope, deep, managers)],
  ['buildings by manager', () => buildings.page(scope, { ...deep, sort: 'managerName' }, managers)],
  ['buildings on the map', () => buildings.all(scope)],
  ['floors', () => floors.page(scope, deep)],
];

describe('a query over the fleet', () => {
  it.each(READS)("has a time limit within the caller's deadline: %s", async (_, read) => {
    const { db } = database;
    await db.setProfilingLevel('all');
    await answeringBy(Date.now() + LEFT_MS, read);
    await db.setProfilingLevel('off');
    const profile = db.collection('system.profile');
    const commands = await profile.find({ ns: { $ne: `${db.databaseName}.system.profile` } }).toArray();
    await profile.drop();
    const queries = commands
      .map(({ command }) => command as Document)
      .filter(({ profile: level }) => level === undefined);
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      expect(query).toEqual(expect.objectContaining({ maxTimeMS: expect.any(Number) }));
      expect(query['maxTimeMS']).toBeGreaterThan(STILL_LEFT_MS);
      expect(query['maxTimeMS']).toBeLessThanOrEqual(LEFT_MS);
    }
  });

  it('stops at the deadline, and leaves no cursor open in the database', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({ _id: `d${index}`, key: index }));
    await database.db.collection<{ _id: string }>('devices').insertMany(many);
    const seen: number[] = [];
    jest.useFakeTimers(faking('Date'));
    const work = answeringBy(Date.now() + LEFT_MS, async () => {
      for await (const batch of devices.onDashboard(admin, null)) {
        seen.push(batch.length);
        jest.setSystemTime(Date.now() + LEFT_MS);
      }
    });
    await expect(work).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
    jest.useRealTimers();
    expect(seen).toEqual([1_000]);
    const ns = `${database.db.databaseName}.devices`;
    const waiting = [{ $currentOp: { idleCursors: true } }, { $match: { ns, type: 'idleCursor' } }];
    await until(async () => (await mongo.client.db('admin').aggregate(waiting).toArray()).length === 0);
  });

  it('uses other connections than the writes of readings', async () => {
    const rows = mongo.db.collection('rows');
    await rows.insertOne({});
    let isOver = false;
    const held = Array.from({ length: CONNECTIONS_OF_WRITERS }, () =>
      rows.findOne({ $where: 'sleep(20000) || true' }),
    );
    // These queries end with their connections.
    void Promise.allSettled(held).then(() => (isOver = true));
    await Promise.all(READS.map(([, read]) => read()));
    expect(isOver).toBe(false);
  });
});
