import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveReading } from '@telemon/contracts/live';
import type { Reading } from '@telemon/contracts/readings';
import { LIVE_SUBJECTS, TOPICS } from '@telemon/contracts/topics';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/treatment';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { connectNats } from '@telemon/platform/messaging/nats';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { POISON } from '@telemon/testing/poison';
import { servers } from '@telemon/testing/servers';
import { prepareService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { type Collection, ObjectId } from 'mongodb';
import { randomBytes, randomUUID } from 'node:crypto';
import { devicesVariables } from '../../testing/given-devices.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import type { Latest } from '../latest/latest.ts';
import { LatestRepository } from '../latest/latest.repository.ts';
import { LatestService } from '../latest/latest.service.ts';
import { CalibrationTables } from '../sensor-types/calibration-tables.ts';
import { CalibrationTablesRepository } from '../sensor-types/calibration-tables.repository.ts';
import type { RawMessage } from './raw-message.ts';
import { ReadingsConsumer } from './readings.consumer.ts';
import { ReadingsModule } from './readings.module.ts';
import type { CalibrationTable } from './treatment/calibration-table.ts';
import type { TreatmentSettings } from './treatment/treat.ts';

const variablesOn = (database: Pick<FreshDatabase, 'url'>) =>
  devicesVariables(database, { LOG_LEVEL: 'error', TIMEZONE: 'Europe/Paris' });

/** A process of the service that is handed its batches here, and can be killed. */
const processOn = async (database: FreshDatabase) => {
  const service = await prepareService({
    app: 'devices',
    config: variablesOn(database),
    module: ReadingsModule,
  });
  const consumer = service.get(ReadingsConsumer);
  const latest = service.get(LatestService);
  const tables = service.get(CalibrationTables);
  const tablesStored = service.get(CalibrationTablesRepository);
  const mongo = service.get(Mongo);
  const stored = service.get(LatestRepository);
  return {
    handle: (messages: RawMessage[]) => consumer.handle({ partition: 0, messages }),
    settle: () => latest.save(),
    /** Gives a sensor type the table of these rows, or takes the one it has. */
    calibrate: async (id: string, rows: [number, number][] | null) => {
      await mongo.transaction((session) =>
        rows ? tablesStored.replace(id, tableOf(rows), session) : tablesStored.remove(id, session),
      );
      tables.hasChanged(id);
    },
    shown: async (key: number) => (await latest.present([key])).get(key)?.current[0],
    stateOf: async (key: number): Promise<Latest | undefined> => (await stored.load([key])).at(0),
    /** Nothing that was only in memory outlives it. */
    kill: () => service.stop(),
  };
};

let lastKey = 0;
const device = (database: FreshDatabase, settings: TreatmentSettings = {}) => {
  const name = `spec-${randomBytes(4).toString('hex')}`;
  const key = ++lastKey;
  const document = { _id: name, key, managerId: 'm1', assistantIds: [] as string[], ...settings };
  return { name, key, add: () => devicesOf(database).insertOne(document as unknown as DeviceDocument) };
};
const devicesOf = ({ db }: FreshDatabase): Collection<DeviceDocument> => db.collection('devices');

const tableOf = (rows: [number, number][]): CalibrationTable => ({
  raws: Float64Array.from(rows, ([raw]) => raw),
  values: Float64Array.from(rows, ([, value]) => value),
});

let lastOffset = 0;
const message = (
  key: string,
  payload: unknown,
  { receivedAt = Date.now(), offset = ++lastOffset, arrivalId = new ObjectId().toHexString() } = {},
): RawMessage => ({
  key: Buffer.from(key),
  value: Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  offset: String(offset),
  timestamp: String(receivedAt),
  attributes: 0,
  headers: {
    arrivalId: Buffer.from(arrivalId),
    receivedAt: Buffer.from(String(receivedAt)),
    source: Buffer.from('mqtt'),
  },
});

const storedOf = async ({ db }: FreshDatabase, key: number) => {
  const rows = await db.collection('readings').find().sort({ _id: 1 }).toArray();
  return rows
    .map(({ _id, ...values }) => ({
      id: Buffer.from((_id as unknown as { buffer: Buffer }).buffer),
      ...values,
    }))
    .filter(({ id }) => id.readUInt32BE(0) === key) as ({ id: Buffer } & Record<string, number>)[];
};
const timeOf = ({ id }: { id: Buffer }) => id.readUIntBE(4, 6);

const announced = new Map<string, Reading[]>();
const deadLetters = new Map<string, { reason: string; payload: string }[]>();
const collect = <Item>(into: Map<string, Item[]>, name: string, item: Item) =>
  void into.set(name, [...(into.get(name) ?? []), item]);

let database: FreshDatabase;
let kafka: Kafka;
let running: Awaited<ReturnType<typeof processOn>>;

beforeAll(async () => {
  database = await freshDatabase();
  running = await processOn(database);
  kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'spec', partitions: 1 });
  const listen = (topic: string, take: (value: Buffer) => void) =>
    kafka.consume({
      topic,
      group: randomUUID(),
      fromBeginning: false,
      maxWaitTimeInMs: 50,
      handle: async ({ messages }) => messages.forEach(({ value }) => value && take(value)),
    });
  await listen(TOPICS.readings, (value) => {
    for (const reading of JSON.parse(String(value)) as Reading[])
      collect(announced, reading.deviceName, reading);
  });
  await listen(TOPICS.deadLetters, (value) => {
    const { deviceName, ...letter } = JSON.parse(String(value)) as {
      deviceName: string;
      reason: string;
      payload: string;
    };
    collect(deadLetters, deviceName, letter);
  });
  // A consumer without offsets begins at the end only once it has joined: what is sent until then is not seen.
  const probe = device(database);
  await until(async () => {
    await running.handle([message(probe.name, '{"TC1":1}')]);
    return deadLetters.has(probe.name);
  });
  await probe.add();
  await until(async () => {
    await running.handle([message(probe.name, '{"TC1":1}')]);
    return announced.has(probe.name);
  });
});

afterAll(async () => {
  await kafka.close();
  await running.kill();
  await database.drop();
});

describe('a reading', () => {
  it('is shown at once, before the latest values are written', async () => {
    const { name, key, add } = device(database);
    await add();
    const process = await processOn(database);
    await process.handle([message(name, { TC1: 20 })]);
    expect(await process.shown(key)).toBe(20);
    expect(await process.stateOf(key)).toBeUndefined();
    await process.handle([message(name, { TC1: 21 })]);
    await process.settle();
    await process.kill();
    const next = await processOn(database);
    expect(await next.shown(key)).toBe(21);
    await next.kill();
  });

  it('is stored under its device, its time and its number, and announced with what its day came to', async () => {
    const { name, key, add } = device(database);
    await add();
    const noon = Math.floor(Date.now() / 1_000) * 1_000;
    await running.handle([
      message(name, { TC1: 20, TC2: '4.5', BATTERY: 3.7, timestamp: noon - 2, seq: 1 }, { receivedAt: noon }),
      message(name, [
        { TC1: 10, timestamp: noon - 1, seq: 2 },
        { TC1: 30, TN: 5, timestamp: noon, seq: 3 },
      ]),
    ]);
    const stored = await storedOf(database, key);
    expect(stored.map(({ id }) => [id.readUIntBE(4, 6), id.readUIntBE(10, 6)])).toEqual([
      [noon - 2, 1],
      [noon - 1, 2],
      [noon, 3],
    ]);
    expect(stored[0]).toMatchObject({ c1: 20, c2: 4.5, b: 3.7, r: 2 });
    await until(() => announced.get(name)?.length === 3);
    expect(
      announced.get(name)!.map(({ minimum, maximum, average }) => [minimum[0], maximum[0], average[0]]),
    ).toEqual([
      [20, 20, 20],
      [10, 20, 15],
      [5, 30, 20],
    ]);
    expect(announced.get(name)![0]).toMatchObject({
      id: stored[0]!.id.toString('base64url'),
      receivedAt: noon,
      timestamp: noon - 2,
      late: false,
      clockReplaced: false,
      current: [20, 4.5, null, null],
      battery: 3.7,
    });
  });

  it('that arrives long after its time is marked as late', async () => {
    const { name, add } = device(database);
    await add();
    const receivedAt = Date.now();
    await running.handle([
      message(name, { TC1: 1, timestamp: receivedAt - 15 * 60_000 }, { receivedAt }),
      message(name, { TC1: 1, timestamp: receivedAt - 15 * 60_000 - 1 }, { receivedAt }),
    ]);
    await until(() => announced.get(name)?.length === 2);
    expect(announced.get(name)!.map(({ late }) => late)).toEqual([false, true]);
  });

  it('of an unknown device is put aside with the reason, and the next one is taken', async () => {
    const [unknown, known] = [device(database), device(database)];
    await known.add();
    await running.handle([message(unknown.name, { TC1: 1 }), message(known.name, { TC1: 1 })]);
    expect(await storedOf(database, known.key)).toHaveLength(1);
    await until(() => deadLetters.get(unknown.name)?.[0]?.reason === 'there is no such device');
  });

  it('of a device that another process has just made is taken', async () => {
    const made = device(database);
    await made.add();
    await running.handle([message(made.name, { TC1: 1 })]);
    expect(await storedOf(database, made.key)).toHaveLength(1);
  });

  it('under a name used again is not mixed with those of the device that had it before', async () => {
    const former = device(database);
    await former.add();
    await running.handle([message(former.name, { TC1: 1, timestamp: 1_795_000_000_000, seq: 1 })]);
    await devicesOf(database).deleteOne({ _id: former.name });
    const key = ++lastKey;
    await devicesOf(database).insertOne({
      _id: former.name,
      key,
      managerId: 'm1',
      assistantIds: [],
    } as never);
    const other = await processOn(database);
    await other.handle([message(former.name, { TC1: 2, timestamp: 1_795_000_000_000, seq: 1 })]);
    await other.kill();
    expect((await storedOf(database, key)).map(({ c1 }) => c1)).toEqual([2]);
    expect((await storedOf(database, former.key)).map(({ c1 }) => c1)).toEqual([1]);
  });
});

describe('an open page', () => {
  it('is shown each reading of a device, those that follow closely together', async () => {
    const { name, add } = device(database);
    await add();
    const nats = await connectNats(servers().natsUrl, 'spec');
    const seen: LiveReading[] = [];
    let messages = 0;
    nats.subscribe(LIVE_SUBJECTS.readings, {
      callback: (_error, update) => {
        const shown = update.json<LiveReading[]>().filter(({ reading }) => reading.deviceName === name);
        if (shown.length > 0) messages += 1;
        seen.push(...shown);
      },
    });
    await nats.flush();
    await running.handle([message(name, { TC1: 0, seq: 0 })]);
    nats.publish(LIVE_SUBJECTS.interest);
    await nats.flush();
    await until(async () => {
      await running.handle([message(name, { TC1: 1, seq: 1 })]);
      return seen.length > 0;
    });
    for (let seq = 2; seq <= 6; seq++) await running.handle([message(name, { TC1: seq, seq })]);
    await until(() => seen.some(({ reading }) => reading.current[0] === 6));
    expect(seen.map(({ reading }) => reading.current[0])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(messages).toBeLessThan(6);
    expect(seen[0]).toMatchObject({
      audience: { managerId: 'm1', assistantIds: [] },
      reading: { deviceName: name },
    });
    await nats.close();
  });
});

describe('poison', () => {
  it('is put aside with a reason each, and what stands beside it is stored', async () => {
    const { name, key, add } = device(database);
    await add();
    const batch = POISON.flatMap(({ payload }, index) => [
      message(name, payload),
      message(name, { TC1: index, seq: index }),
    ]);
    await running.handle(batch);
    expect((await storedOf(database, key)).map(({ c1 }) => c1).sort((a, b) => a! - b!)).toEqual(
      POISON.map((_, index) => index),
    );
    await until(() => deadLetters.get(name)?.length === POISON.length);
    for (const { reason, payload } of deadLetters.get(name)!) {
      expect(reason).toEqual(expect.any(String));
      expect(Buffer.from(payload, 'base64').length).toBeLessThanOrEqual(4_096);
    }
  });

  it('without a key or a payload harms nothing', async () => {
    const { name, key, add } = device(database);
    await add();
    const nameless = { ...message(name, ''), key: null, value: null, headers: {} } as unknown as RawMessage;
    await running.handle([nameless, { ...message(name, ''), value: null }, message(name, { TC1: 1 })]);
    expect(await storedOf(database, key)).toHaveLength(1);
  });
});

describe('the same reading', () => {
  const HOUR = 3_600_000;
  const times = async (readings: [payload: object, receivedAt: number][]) => {
    const { name, key, add } = device(database);
    await add();
    for (const [payload, receivedAt] of readings)
      await running.handle([message(name, payload, { receivedAt })]);
    return (await storedOf(database, key)).map(timeOf);
  };
  const now = Date.now();

  it('by time and number is stored once', async () => {
    expect(
      await times([
        [{ TC1: 1, timestamp: now, seq: 1 }, now],
        [{ TC1: 2, timestamp: now, seq: 1 }, now + 5],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: now, seq: 1 }, now],
        [{ TC1: 1, timestamp: now, seq: 2 }, now + 5],
      ]),
    ).toEqual([now, now]);
  });

  it('by time and values is stored once, with other values it is another', async () => {
    expect(
      await times([
        [{ TC1: 1, timestamp: now }, now],
        [{ TC1: '1.0', timestamp: now }, now + 5],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: now }, now],
        [{ TC1: 2, timestamp: now }, now + 5],
      ]),
    ).toEqual([now, now]);
  });

  it('by number alone is stored once within 24 hours, at the time it first came', async () => {
    expect(
      await times([
        [{ TC1: 1, seq: 1 }, now],
        [{ TC1: 1, seq: 1 }, now + 24 * HOUR],
        [{ TC1: 1, seq: 2 }, now + 1],
      ]),
    ).toEqual([now, now + 1]);
    expect(
      await times([
        [{ TC1: 1, seq: 1 }, now],
        [{ TC1: 1, seq: 1 }, now + 24 * HOUR + 1],
      ]),
    ).toEqual([now, now + 24 * HOUR + 1]);
  });

  it('by a time that nobody believes is stored once, where it first came', async () => {
    const far = now + 10 * 366 * 24 * HOUR;
    expect(
      await times([
        [{ TC1: 1, timestamp: 0, seq: 7 }, now],
        [{ TC1: 1, timestamp: 0, seq: 7 }, now + 48 * HOUR],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: far }, now],
        [{ TC1: 1, timestamp: far }, now + 9],
        [{ TC1: 2, timestamp: far }, now + 10],
      ]),
    ).toEqual([now, now + 10]);
  });

  it('by a time that was ahead and is believed when it comes again is stored once', async () => {
    const ahead = now + 12 * 60_000;
    expect(
      await times([
        [{ TC1: 1, timestamp: ahead, seq: 7 }, now],
        [{ TC1: 1, timestamp: ahead, seq: 7 }, now + 5 * 60_000],
      ]),
    ).toEqual([now]);
  });

  it('without time or number is stored once per arrival', async () => {
    const { name, key, add } = device(database);
    await add();
    const twice = message(name, [{ TC1: 1 }, { TC1: 1 }], { receivedAt: now });
    await running.handle([twice]);
    await running.handle([twice, message(name, [{ TC1: 1 }], { receivedAt: now })]);
    expect((await storedOf(database, key)).map(timeOf)).toEqual([now, now, now]);
  });

  it('within one batch is stored once', async () => {
    const { name, key, add } = device(database);
    await add();
    const batch = [1, 2, 1, 2, 1].map((seq) => message(name, { TC1: seq, seq }, { receivedAt: now + seq }));
    await running.handle(batch);
    expect((await storedOf(database, key)).map(({ c1 }) => c1)).toEqual([1, 2]);
    await until(() => announced.get(name)?.length === 2);
  });

  it('is marked where its time was replaced', async () => {
    const { name, key, add } = device(database);
    await add();
    await running.handle([
      message(name, { TC1: 1, timestamp: 5, seq: 1 }),
      message(name, { TC1: 1, seq: 2 }),
    ]);
    expect((await storedOf(database, key)).map(({ x }) => x)).toEqual([true, undefined]);
    await until(() => announced.get(name)?.length === 2);
    expect(announced.get(name)!.map(({ clockReplaced }) => clockReplaced)).toEqual([true, false]);
  });
});

describe('a reading of a device whose values are treated', () => {
  const SENSOR_IDS = ['level', 'temperature', null, null];

  it('is stored, counted and announced as mapping, table and adjustment make it', async () => {
    await running.calibrate('level', [
      [4, 0],
      [20, 800],
    ]);
    const { name, key, add } = device(database, {
      sensorIds: SENSOR_IDS,
      sensorMapping: { ...NO_MAPPING, enabled: true, TC1: 'TC2', TC2: 'TC1' },
      sensorAdjustment: { ...NO_ADJUSTMENT, enabled: true, sensor1: [{ from: 400, to: 800, value: -5 }] },
    });
    await add();
    const now = Date.now();
    await running.handle([
      message(name, { TC1: 21, TC2: 16, timestamp: now - 2 }),
      message(name, { TC1: 22, TC2: 8, timestamp: now - 1, TM2: 17 }),
    ]);
    const [first, second] = await storedOf(database, key);
    expect(first).toMatchObject({ c1: 595, u1: 16, c2: 21 });
    expect(second).toMatchObject({ c1: 200, u1: 8, m1: 645, c2: 22 });
    expect([first!.u2, first!.m1, second!.u2]).toEqual([undefined, undefined, undefined]);
    expect(await running.shown(key)).toBe(200);
    await until(() => announced.get(name)?.length === 2);
    expect(announced.get(name)![1]).toMatchObject({
      current: [200, 22, null, null],
      minimum: [200, 21, null, null],
      maximum: [645, 22, null, null],
      average: [397.5, 21.5, null, null],
    });
  });

  it('is treated by the table of its time, in every process, and stays the same reading when it comes again', async () => {
    const elsewhere = await processOn(database);
    const sensorIds = ['depth', null, null, null];
    const [here, there] = [device(database, { sensorIds }), device(database, { sensorIds })];
    await Promise.all([here.add(), there.add()]);
    const sent = (name: string, seq: number) =>
      message(name, { TC1: 5, seq, timestamp: Date.now() - 1_000 + seq });
    const again = sent(here.name, 1);
    const valuesOf = async ({ key }: typeof here) => (await storedOf(database, key)).map(({ c1 }) => c1);
    await running.handle([again]);
    await elsewhere.handle([sent(there.name, 1)]);
    await running.calibrate('depth', [
      [0, 0],
      [10, 100],
    ]);
    await running.handle([{ ...again, offset: '900000' }, sent(here.name, 2)]);
    expect(await valuesOf(here)).toEqual([5, 50]);
    let seq = 1;
    await until(async () => {
      await elsewhere.handle([sent(there.name, ++seq)]);
      return (await valuesOf(there)).at(-1) === 50;
    });
    await elsewhere.calibrate('depth', null);
    await elsewhere.handle([sent(there.name, ++seq)]);
    expect((await valuesOf(there)).at(-1)).toBe(5);
    await elsewhere.kill();
  });
});

/** What of a state must not depend on how often and in which order messages came. */
const settledOf = (state: Latest) => ({
  channels: state.channels,
  said: state.said,
  newest: state.newest,
  lastUpdated: state.lastUpdated,
  // Of the day before, not all may be known where it came after the newest.
  today: { ...state.days.at(-1) },
  line: state.halfHours.line(state.newest).map((value) => value && Math.round(value * 10)),
});

/** Numbers that look random and are the same for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
  return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
};

describe('whatever comes again, late, or is cut off', () => {
  it.each([
    [1, 'three times, shuffled'],
    [2, 'three times, shuffled'],
    [3, 'three times, shuffled'],
    [4, 'once, in order'],
    [5, 'once, in order'],
  ])('leaves what a clean run leaves (seed %p, each sent %s)', async (seed, how) => {
    const isShuffled = how !== 'once, in order';
    const random = randomOf(seed);
    const [drilled, clean] = [device(database), device(database)];
    await Promise.all([drilled.add(), clean.add()]);
    // A day of readings of all kinds.
    const begun = Date.now() - 24 * 3_600_000;
    const payloads = Array.from({ length: 100 }, (_, index) => {
      const at = begun + index * 14 * 60_000 - Math.floor(random() * 60_000);
      const values = { TC1: Math.floor(random() * 100), ...(index % 7 === 0 && { BATTERY: index }) };
      if (isShuffled && index % 5 === 0) return { ...values, seq: index };
      return index % 3 === 0 ? { ...values, timestamp: at } : { ...values, timestamp: at, seq: index };
    });
    const sent = payloads
      .flatMap((payload, index) =>
        (isShuffled ? [0, 1, 2] : [0]).map((copy) => ({
          payload,
          index,
          place: index + copy + random() * 20,
        })),
      )
      .sort((one, other) => one.place - other.place)
      .map((each, number) => ({
        ...each,
        receivedAt: Date.now() - 100_000 + number,
        arrivalId: randomUUID(),
      }));

    const log = sent.map(({ payload, ...headers }, place) =>
      message(drilled.name, payload, { ...headers, offset: 10_000 + place }),
    );
    let process = await processOn(database);
    let committed = 0;
    for (let at = 0; at < log.length;) {
      const next = Math.min(log.length, at + 1 + Math.floor(random() * (isShuffled ? 50 : 12)));
      await process.handle(log.slice(at, next));
      at = next;
      const chance = random();
      if (chance < 0.3) {
        await process.settle();
        committed = at;
      } else if (chance < 0.35) {
        await process.settle(); // Killed before the offsets are written.
        await process.kill();
        process = await processOn(database);
        at = committed;
      } else if (chance < 0.5) {
        await process.kill();
        process = await processOn(database);
        at = committed;
      }
    }
    await process.settle();

    const firsts = sent.filter(
      (each, place) => sent.findIndex(({ index }) => index === each.index) === place,
    );
    await process.handle(
      firsts.map(({ payload, ...headers }, place) =>
        message(clean.name, payload, { ...headers, offset: 20_000 + place }),
      ),
    );
    await process.settle();
    const [drilledState, cleanState] = [await process.stateOf(drilled.key), await process.stateOf(clean.key)];
    await process.kill();

    const valuesOf = (rows: Awaited<ReturnType<typeof storedOf>>) =>
      rows.map(({ id, ...values }) => ({ ...values, timeAndMark: id.subarray(4).toString('hex') }));
    const stored = valuesOf(await storedOf(database, drilled.key));
    expect(stored).toHaveLength(payloads.length);
    expect(stored).toEqual(valuesOf(await storedOf(database, clean.key)));
    expect(settledOf(drilledState!)).toEqual(settledOf(cleanState!));
    await until(() => new Set(announced.get(drilled.name)?.map(({ id }) => id)).size === payloads.length);
  });

  it.each(['before', 'after'])('is counted and told when a process is killed %s it settles', async (when) => {
    const { name, key, add } = device(database);
    await add();
    const now = Date.now();
    const batch = [1, 2, 3].map((seq) => message(name, { TC1: seq, seq, timestamp: now - 10 + seq }));
    const killed = await processOn(database);
    await killed.handle(batch);
    if (when === 'after') await killed.settle();
    await killed.kill();
    await until(() => announced.get(name)?.length === 3);
    const next = await processOn(database);
    await next.handle(batch);
    await next.settle();
    await until(() => announced.get(name)?.length === 6);
    const state = await next.stateOf(key);
    expect(state!.days.at(-1)!.count[0]).toBe(3);
    await next.kill();
  });
});
