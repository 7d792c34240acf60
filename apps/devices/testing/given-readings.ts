import {
  type HeartbeatHeaders,
  type Reading,
  type Source,
  type SteadyTime,
  loginIdOf,
  steadyTimeText,
} from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { heartbeatOf, isHeartbeat } from '@telemon/contracts/raw-headers';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { ObjectId } from 'mongodb';
import { randomBytes, randomUUID } from 'node:crypto';
import type { DevicesVariables } from '../src/config.ts';
import type { DeviceDocument } from '../src/devices/device-document.ts';
import type { Latest } from '../src/latest/latest.ts';
import { LatestRepository } from '../src/latest/latest.repository.ts';
import { LatestService } from '../src/latest/latest.service.ts';
import type { RawMessage } from '../src/readings/raw-message.ts';
import { ReadingsConsumer } from '../src/readings/readings.consumer.ts';
import { ReadingsModule } from '../src/readings/readings.module.ts';
import type { CalibrationTable } from '../src/readings/treatment/calibration-table.ts';
import type { TreatmentSettings } from '../src/readings/treatment/treat.ts';
import { withPassword } from '../src/devices/logins.ts';
import { sha256Of } from '../src/devices/passwords.ts';
import { CalibrationTables } from '../src/sensor-types/calibration-tables.ts';
import { CalibrationTablesRepository } from '../src/sensor-types/calibration-tables.repository.ts';
import { devicesVariables } from './given-devices.ts';

type DeadLetter = { reason: string; payload: string; topic?: string };
/** A row of the collection, with its id as bytes. */
export type StoredRow = { id: Buffer } & Record<string, number>;

/** A process of the service that gets its batches from the spec, and can be killed. */
export class GivenProcess {
  private constructor(private readonly service: StartedService) {}

  static async on(database: FreshDatabase, changes: Partial<DevicesVariables> = {}): Promise<GivenProcess> {
    const config = devicesVariables(database, { LOG_LEVEL: 'error', TIMEZONE: 'Europe/Paris', ...changes });
    return new GivenProcess(await prepareService({ app: 'devices', config, module: ReadingsModule }));
  }

  async handle(messages: RawMessage[]): Promise<void> {
    const announce = await this.service.get(ReadingsConsumer).handle({ partition: 0, messages });
    await announce();
  }

  settle(): Promise<void> {
    return this.service.get(LatestService).save();
  }

  /** Sets a sensor type's table to these rows, or removes it. */
  async calibrate(id: string, rows: [number, number][] | null): Promise<void> {
    const stored = this.service.get(CalibrationTablesRepository);
    await this.service
      .get(Mongo)
      .transaction((session) =>
        rows ? stored.replace(id, tableOf(rows), session) : stored.remove(id, session),
      );
    this.service.get(CalibrationTables).hasChanged(id);
  }

  async shown(key: number): Promise<number | null | undefined> {
    return (await this.service.get(LatestService).present([key])).get(key)?.current[0];
  }

  async stateOf(key: number): Promise<Latest | undefined> {
    return (await this.service.get(LatestRepository).stored([key])).at(0);
  }

  /** Ends the process, which loses its memory. */
  kill(): Promise<void> {
    return this.service.stop();
  }
}

const tableOf = (rows: [number, number][]): CalibrationTable => ({
  raws: Float64Array.from(rows, ([raw]) => raw),
  values: Float64Array.from(rows, ([, value]) => value),
});

let lastOffset = 0;
/** A message of `telemetry.raw`. */
export const message = (
  deviceName: string,
  payload: unknown,
  {
    receivedAt = Date.now(),
    offset = ++lastOffset,
    arrivalId = new ObjectId().toHexString(),
    /** Key of the sending device; the edges of an earlier Telemon didn't send it. */
    deviceKey = undefined as number | undefined,
    /** The password of the login that it came over. */
    password = undefined as string | undefined,
    /** Sent by the bridge in place of the device. */
    isTest = false,
    source = 'mqtt' as Source,
    /** The message's steady time of arrival; the edges of an earlier Telemon didn't send it. */
    steadyAt = undefined as SteadyTime | undefined,
    /** The message's topic at an outside broker. */
    topic = undefined as string | undefined,
  } = {},
): RawMessage => ({
  key: Buffer.from(deviceName),
  value: Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  offset: String(offset),
  timestamp: String(receivedAt),
  attributes: 0,
  headers: {
    arrivalId: Buffer.from(arrivalId),
    receivedAt: Buffer.from(String(receivedAt)),
    source: Buffer.from(source),
    ...(deviceKey !== undefined && { deviceKey: Buffer.from(String(deviceKey)) }),
    ...(steadyAt && { steadyAt: Buffer.from(steadyTimeText(steadyAt)) }),
    ...(isTest && { test: Buffer.from('true') }),
    ...(topic !== undefined && { topic: Buffer.from(topic) }),
    ...(password !== undefined && { login: Buffer.from(loginIdOf(sha256Of(password))) }),
  },
});

/** A heartbeat in `telemetry.raw`. */
export const heartbeat = (receivedAt: number): RawMessage => ({
  key: null,
  value: null,
  offset: String(++lastOffset),
  timestamp: String(Date.now()),
  attributes: 0,
  headers: { heartbeat: Buffer.from('mqtt'), receivedAt: Buffer.from(String(receivedAt)) },
});

export const timeOf = ({ id }: StoredRow): number => id.readUIntBE(4, 6);

/** Adds in place, because other specs send a hundred thousand readings over the same topic. */
const collect = <Item>(into: Map<string, Item[]>, name: string, item: Item): void => {
  const items = into.get(name);
  if (items) items.push(item);
  else into.set(name, [item]);
};

/** The intake of readings on a database of its own: a process, and the messages that it publishes about each device. */
export class GivenReadings {
  /** The announced readings of each device, as they come. */
  readonly announced = new Map<string, Reading[]>();
  /** All messages of `telemetry.readings`, in their order. */
  readonly passedOn: (Reading | HeartbeatHeaders)[] = [];
  readonly deadLetters = new Map<string, DeadLetter[]>();
  private lastKey = 0;

  private constructor(
    readonly database: FreshDatabase,
    readonly running: GivenProcess,
    private readonly kafka: Kafka,
  ) {}

  static async start(): Promise<GivenReadings> {
    const database = await freshDatabase();
    const running = await GivenProcess.on(database);
    const kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'spec', partitions: 1 });
    const given = new GivenReadings(database, running, kafka);
    await given.listen();
    return given;
  }

  /** A device that exists once it is added. */
  device(
    settings: TreatmentSettings & { managerId?: string } = {},
    name = `spec-${randomBytes(4).toString('hex')}`,
  ) {
    const key = ++this.lastKey;
    const document = {
      _id: name,
      key,
      managerId: 'm1',
      assistantIds: [] as string[],
      passwordSha256: sha256Of('the first password'),
      ...settings,
    };
    return {
      name,
      key,
      add: () => this.devices.insertOne(document as unknown as DeviceDocument),
      remove: () => this.devices.deleteOne({ _id: name }),
      /** Changes the password of the login. */
      renewLogin: async (password: string, passwordChangedAt = new Date()) => {
        const device = await this.devices.findOne({ _id: name });
        await this.devices.replaceOne(
          { _id: name },
          { ...withPassword(device!, password), passwordChangedAt },
        );
      },
    };
  }

  /** The stored readings of a device, by its key, in order. */
  async storedOf(key: number): Promise<StoredRow[]> {
    const rows = await this.database.db.collection('readings').find().sort({ _id: 1 }).toArray();
    return rows
      .map(({ _id, ...values }) => ({
        id: Buffer.from((_id as unknown as { buffer: Buffer }).buffer),
        ...values,
      }))
      .filter(({ id }) => id.readUInt32BE(0) === key) as StoredRow[];
  }

  async stop(): Promise<void> {
    await this.kafka.close();
    await this.running.kill();
    await this.database.drop();
  }

  private get devices() {
    return this.database.db.collection<DeviceDocument>('devices');
  }

  private async listen(): Promise<void> {
    const consume = (topic: string, take: (message: RawMessage) => void) =>
      this.kafka.consume({
        topic,
        group: randomUUID(),
        fromBeginning: false,
        maxWaitTimeInMs: 50,
        handle: async ({ messages }) => messages.forEach((each) => take(each)),
      });
    await consume(TOPICS.readings, (passed) => {
      if (isHeartbeat(passed)) return void this.passedOn.push(heartbeatOf(passed));
      const readings = JSON.parse(String(passed.value)) as Reading[];
      this.passedOn.push(...readings);
      for (const reading of readings) collect(this.announced, reading.deviceName, reading);
    });
    await consume(TOPICS.deadLetters, ({ value }) => {
      const { deviceName, ...letter } = JSON.parse(String(value)) as DeadLetter & { deviceName: string };
      collect(this.deadLetters, deviceName, letter);
    });
    // A consumer without offsets begins at the end once it has joined, and misses earlier messages.
    const probe = this.device();
    const hasCome = (where: Map<string, unknown>) =>
      until(async () => {
        await this.running.handle([message(probe.name, '{"TC1":1}')]);
        return where.has(probe.name);
      });
    await hasCome(this.deadLetters);
    await probe.add();
    await hasCome(this.announced);
  }
}
