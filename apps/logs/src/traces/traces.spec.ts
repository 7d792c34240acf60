import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { alertTraces } from '@telemon/contracts/alerting/traces';
import { type TracedReading, readingTraces } from '@telemon/contracts/devices/traces';
import { defineError } from '@telemon/platform/errors';
import { standIn } from '@telemon/testing/stand-in';
import { type GivenLogs, givenLogs } from '../../testing/given-logs.ts';
import { type LogName, type LogRow, firstIdFrom } from '../message-log/log-row.ts';
import { LogRowsRepository } from '../message-log/log-rows.repository.ts';
import { TracesService } from './traces.service.ts';

const AT = Date.now() - 60_000;
const deviceIsGone = defineError('DeviceNotFound', 'not-found', () => 'There is no such device');

let given: GivenLogs;
let traces: TracesService;
let services: { stop(): Promise<void> }[];
/** The questions about messages to the devices service. */
let questions: { arrivalId: string; payload: string; receivedAt: number }[];
/** The readings of a payload; without any, the device is gone. */
let readingsOf: Map<string, TracedReading[]>;
let isReadingThere: boolean;
let readingOfEntry: string | null;

const aTracedReading = (id: string): TracedReading => {
  const none = [null, null, null, null];
  const times = { timestamp: new Date(AT).toISOString(), receivedAt: new Date(AT).toISOString() };
  const stored = { ...times, current: [1, null, null, null], minimum: none, maximum: none, average: none };
  return { id, sent: [1, null, null, null], state: 'stored', stored };
};

beforeAll(async () => {
  given = await givenLogs();
  traces = given.service.get(TracesService);
  await given.knows({ deviceName: 'pump01', deviceKey: 1, managerId: 'm1', assistantIds: ['s1'] });
  await given.knows({ deviceName: 'pump02', deviceKey: 2, managerId: 'm2' });
  services = [
    await standIn(readingTraces.ofMessage, (request) => {
      questions.push(request);
      const readings = readingsOf.get(request.payload);
      if (readings === undefined) throw deviceIsGone();
      return { readings, isWhole: true };
    }),
    await standIn(readingTraces.ofReading, ({ id }) => ({
      deviceKey: 1,
      reading: isReadingThere ? { ...aTracedReading(id), sent: null } : null,
    })),
    await standIn(alertTraces.ofReadings, ({ readings }) => ({
      judgements: readings.map(({ id }) => ({
        readingId: id,
        alert: {
          id: 'a1',
          sensorName: 'Level',
          valueType: 'Current' as const,
          alertType: 'Above' as const,
          criteria: { values: [0], timePeriod: null },
          paused: false,
        },
        value: 1,
        meets: true,
      })),
      entries: [],
    })),
    await standIn(alertTraces.ofEntry, () => ({ deviceName: 'pump01', readingId: readingOfEntry })),
  ];
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await given.stop();
});
beforeEach(async () => {
  questions = [];
  readingsOf = new Map([['{"TC1":1}', [aTracedReading('r1')]]]);
  isReadingThere = true;
  readingOfEntry = 'r1';
  for (const log of ['mqtt', 'udp'])
    await given.database.db.collection<LogRow>(`${log}_log_rows`).deleteMany({});
});

const actor = (role: Actor['role'], id: string, mqttAdmin = true): Actor => ({
  id,
  role,
  managerId: role === 'admin' ? null : 'm1',
  mqttAdmin,
});
const MANAGER = actor('manager', 'm1');
const OTHER = actor('manager', 'm2');

let number = 0;
const kept = async (log: LogName, changes: Partial<LogRow> = {}): Promise<LogRow> => {
  const row: LogRow = {
    _id: `${firstIdFrom(AT)}-edge-${(number++).toString(36)}x`,
    deviceName: 'pump01',
    deviceKey: 1,
    topic: 'devices/pump01/telemetry',
    data: '{"TC1":1}',
    bytes: 9,
    reasons: [],
    count: 1,
    ...changes,
  };
  await given.service.get(LogRowsRepository).keep(log, [row]);
  return row;
};

describe('the trace of a row', () => {
  it.each(['mqtt', 'udp'] as const)('of the %s log goes from the message to its alerts', async (log) => {
    const { _id: id } = await kept(log);
    expect(await traces.ofRow(MANAGER, log, id)).toMatchObject({
      deviceName: 'pump01',
      message: { id, log, data: '{"TC1":1}', timestamp: new Date(AT).toISOString() },
      readings: [{ id: 'r1', state: 'stored' }],
      judgements: [{ readingId: 'r1', meets: true }],
      entries: [],
      isWhole: true,
      gap: null,
    });
    expect(questions).toMatchObject([{ receivedAt: AT, arrivalId: id.slice(13), payload: '{"TC1":1}' }]);
  });

  it('is for users who see the row: for others it is missing', async () => {
    const { _id: id } = await kept('udp');
    for (const by of [actor('admin', 'a1'), MANAGER, actor('assistant', 's1')])
      expect((await traces.ofRow(by, 'udp', id)).message?.id).toBe(id);
    for (const by of [OTHER, actor('assistant', 's2'), actor('none', 'm1')])
      await expect(traces.ofRow(by, 'udp', id)).rejects.toMatchObject({ code: 'MessageNotFound' });
    await expect(traces.ofRow(MANAGER, 'mqtt', id)).rejects.toMatchObject({ code: 'MessageNotFound' });
  });

  it('of a datagram that several routes took knows its arrival', async () => {
    const first = await kept('udp', { host: 'one.example.com' });
    const { _id: id } = await kept('udp', { _id: `${first._id}-1`, host: 'two.example.com' });
    await traces.ofRow(MANAGER, 'udp', id);
    expect(questions).toMatchObject([{ arrivalId: first._id.slice(13) }]);
  });

  it.each([
    ['cut', { data: '{"TC1":1', bytes: 5_000 }],
    ['device', { data: '{"TC1":2}' }],
  ] as const)('says what is missing: %s', async (gap, changes) => {
    const { _id: id } = await kept('udp', changes);
    expect(await traces.ofRow(MANAGER, 'udp', id)).toMatchObject({ message: { id }, readings: [], gap });
  });

  it('of an unknown sender has the message alone', async () => {
    const { _id: id } = await kept('udp', { deviceName: null, deviceKey: null });
    const found = await traces.ofRow(actor('admin', 'a1'), 'udp', id);
    expect(found).toMatchObject({ message: { id }, readings: [], judgements: [], gap: 'device' });
  });
});

describe('the way back from an entry', () => {
  it.each(['mqtt', 'udp'] as const)('leads to its message in the %s log', async (log) => {
    await kept(log, { data: '{"TC1":0}' });
    readingsOf.set('{"TC1":0}', [aTracedReading('r0')]);
    const { _id: id } = await kept(log);
    await kept(log, { deviceName: 'pump02', deviceKey: 2 });
    expect(await traces.ofEntry(MANAGER, 'e1')).toMatchObject({
      message: { id, log },
      readings: [{ id: 'r1' }],
      judgements: [{ readingId: 'r1' }],
      gap: null,
    });
  });

  it('has the reading alone once the message is not in the log any more', async () => {
    expect(await traces.ofEntry(MANAGER, 'e1')).toMatchObject({
      message: null,
      readings: [{ id: 'r1', sent: null }],
      judgements: [{ readingId: 'r1' }],
      gap: 'message',
    });
  });

  it('shows a message of the MQTT log only to users who may read it', async () => {
    await kept('mqtt');
    const found = await traces.ofEntry(actor('manager', 'm1', false), 'e1');
    expect(found).toMatchObject({ message: null, readings: [{ id: 'r1' }], gap: 'notAllowed' });
  });

  it('ends where the reading was removed, or none was the cause', async () => {
    isReadingThere = false;
    expect(await traces.ofEntry(MANAGER, 'e1')).toMatchObject({
      message: null,
      readings: [],
      gap: 'reading',
    });
    readingOfEntry = null;
    expect(await traces.ofEntry(MANAGER, 'e1')).toMatchObject({ message: null, readings: [], gap: 'cause' });
  });
});
