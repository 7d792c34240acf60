import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka, type KafkaProducer } from '@telemon/platform/kafka/kafka';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { givenLogs } from '../../testing/given-logs.ts';
import { rowOf } from './rejection-row.ts';
import { RejectionsRepository } from './rejections.repository.ts';

let database: FreshDatabase;
let service: StartedService;
let producer: KafkaProducer;
let repository: RejectionsRepository;

const deadLetter = (extras: Partial<DeadLetter>): DeadLetter => ({
  deviceName: 'pump01',
  source: 'udp',
  content: 'telemetry',
  reason: 'TC1 is no number',
  receivedAt: Date.now(),
  arrivalId: randomUUID(),
  payload: Buffer.from('pump01,TC1=warm').toString('base64'),
  payloadBytes: 15,
  ...extras,
});
const tell = (...deadLetters: unknown[]) =>
  producer.send(
    TOPICS.deadLetters,
    deadLetters.map((value) => ({ value: typeof value === 'string' ? value : JSON.stringify(value) })),
  );
const logOf = (deviceName: string, source: 'mqtt' | 'udp' = 'udp') =>
  repository.newest(source, { deviceName, limit: 100, offset: 0 });

beforeAll(async () => {
  ({ database, service } = await givenLogs());
  repository = service.get(RejectionsRepository);
  producer = await service.get(Kafka).producer();
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('a rejected payload', () => {
  it('is kept with its reason, in the log of its protocol', async () => {
    const deviceName = uniqueName('log');
    await tell(
      deadLetter({ deviceName }),
      deadLetter({ deviceName, source: 'mqtt', reason: 'no values' }),
      deadLetter({ deviceName, source: 'mqtt', content: 'image', reason: 'no image' }),
    );
    const [udp] = await until(async () =>
      (await logOf(deviceName)).length === 1 ? logOf(deviceName) : null,
    );
    const ofMqtt = await until(async () => {
      const rows = await logOf(deviceName, 'mqtt');
      return rows.length === 2 ? rows : null;
    });
    expect(udp).toMatchObject({ data: 'pump01,TC1=warm', bytes: 15, topic: '', reason: 'TC1 is no number' });
    expect(ofMqtt).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ topic: `devices/${deviceName}/telemetry`, reason: 'no values' }),
        expect.objectContaining({ topic: `devices/${deviceName}/image`, reason: 'no image' }),
      ]),
    );
  });

  it('is kept once, however often its dead letter arrives, beside others of the same array', async () => {
    const deviceName = uniqueName('log');
    const first = deadLetter({ deviceName, receivedAt: Date.now() - 1_000 });
    const second = deadLetter({ ...first, reason: 'TC2 is no number' });
    await tell(first, second, first);
    await tell(second, first);
    await tell(deadLetter({ deviceName, reason: 'the last' }));
    await until(async () => (await logOf(deviceName))[0]?.reason === 'the last');
    expect((await logOf(deviceName)).map(({ reason }) => reason).sort()).toEqual([
      'TC1 is no number',
      'TC2 is no number',
      'the last',
    ]);
  });

  it('is kept after dead letters that are malformed', async () => {
    const deviceName = uniqueName('log');
    await tell('{', 'null', { deviceName: 7 }, deadLetter({ deviceName }));
    await until(async () => (await logOf(deviceName)).length === 1);
  });

  it('is kept as harmless text of bounded length, whatever its bytes', () => {
    const payload = Buffer.concat([Buffer.from([0, 255]), Buffer.alloc(9_000, 'é')]).toString('base64');
    const { data } = rowOf(deadLetter({ payload }), 7);
    expect(data.length).toBe(4_096);
    expect(data.startsWith('\u0000\uFFFDéé')).toBe(true);
  });
});

describe('a log', () => {
  it('loses its oldest rows when it has too many', async () => {
    const deviceName = uniqueName('log');
    const rows = Array.from({ length: 30 }, (_, index) =>
      rowOf(deadLetter({ deviceName, receivedAt: Date.now() + index * 1_000, reason: `number ${index}` }), 7),
    );
    await repository.keep('mqtt', rows);
    await repository.trim('mqtt', 10);
    const reasons = (await logOf(deviceName, 'mqtt')).map(({ reason }) => reason);
    expect(reasons).toEqual(Array.from({ length: 10 }, (_, index) => `number ${29 - index}`));
  });

  it('is read by an index, whole or of one device, and its rows expire', async () => {
    const log = database.db.collection('udp_log');
    const sort = { timestamp: -1, _id: -1 } as const;
    for (const filter of [{}, { deviceName: 'pump01' }]) {
      const { queryPlanner } = await log.find(filter).sort(sort).explain();
      const plan = JSON.stringify(queryPlanner.winningPlan);
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('"SORT"');
    }
    const [row] = await repository.newest('udp', { limit: 1, offset: 0 });
    expect(row!.expiresAt.getTime() - row!.timestamp.getTime()).toBe(7 * 86_400_000);
    expect(await log.indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    );
  });
});
