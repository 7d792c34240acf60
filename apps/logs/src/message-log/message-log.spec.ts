import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { DeadLetter, RawHeaders } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { randomInt, randomUUID } from 'node:crypto';
import { type GivenLogs, givenLogs } from '../../testing/given-logs.ts';
import { ArrivalsConsumer, TOO_FAR_BEHIND } from './arrivals.consumer.ts';
import { type LogName, type LogRow, OF_ALL_DEVICES, firstIdFrom } from './log-row.ts';
import { MessageLogService } from './message-log.service.ts';
import type { ShownRow } from './shown-row.ts';

let given: GivenLogs;
let producer: KafkaProducer;
let service: MessageLogService;

beforeAll(async () => {
  // Other specs send messages to the same topic.
  given = await givenLogs({ LOG_ROWS_A_SECOND: '1000000' });
  await given.service.start();
  service = given.service.get(MessageLogService);
  producer = await given.service.get(Kafka).producer();
  // Messages that other specs sent long ago may be skipped, and a message right behind them as well.
  await until(async () => {
    const sent = await aMessage();
    await arrives(sent);
    return until(async () => (await rowsOf(sent)).length > 0, { timeoutMs: 2_000 });
  });
});
afterAll(() => given.stop());

interface Sent {
  deviceName: string;
  deviceKey: number;
  arrivalId: string;
  receivedAt: number;
}
/** A name that no device of another spec has. */
let lastKey = randomInt(1_000_000, 2 ** 40);
/** A message of a device with a manager of its own. */
const aMessage = async (): Promise<Sent> => {
  const [deviceName, deviceKey] = [uniqueName('log'), ++lastKey];
  await given.knows({ deviceName, deviceKey, managerId: deviceName });
  return { deviceName, deviceKey, arrivalId: randomUUID(), receivedAt: Date.now() };
};
const PAYLOAD = 'pump01,TC1=warm';

/** The message as an edge writes it into `telemetry.raw`. */
const arrives = (
  { deviceName, deviceKey, arrivalId, receivedAt }: Sent,
  source: LogName = 'mqtt',
  topic?: string,
) => {
  const headers: RawHeaders = {
    arrivalId,
    deviceKey: String(deviceKey),
    receivedAt: String(receivedAt),
    source,
    ...(topic !== undefined && { topic }),
  };
  return producer.send(TOPICS.raw, [{ key: deviceName, value: PAYLOAD, headers: { ...headers } }]);
};
const letterOf = (sent: Sent, extras: Partial<DeadLetter> = {}): DeadLetter => ({
  ...sent,
  source: 'mqtt',
  content: 'telemetry',
  reason: 'TC1 can’t be read',
  payload: Buffer.from(PAYLOAD).toString('base64'),
  payloadBytes: PAYLOAD.length,
  ...extras,
});
const isRefused = (...letters: unknown[]) =>
  producer.send(
    TOPICS.deadLetters,
    letters.map((value) => ({ value: typeof value === 'string' ? value : JSON.stringify(value) })),
  );

const managerOf = ({ deviceName }: Pick<Sent, 'deviceName'>): Actor => ({
  id: deviceName,
  role: 'manager',
  managerId: deviceName,
  mqttAdmin: true,
});
const rowsOf = async (sent: Sent, log: LogName = 'mqtt') => {
  const { rows } = await service.page(log, managerOf(sent), { limit: 100, offset: 0 });
  return rows.filter(({ deviceName }) => deviceName === sent.deviceName);
};
const stored = () => given.database.db.collection<LogRow>('mqtt_log_rows');
/** Waits for a row that fits. */
const rowOf = (sent: Sent, fits: (row: ShownRow) => boolean = () => true, log: LogName = 'mqtt') =>
  until(async () => (await rowsOf(sent, log)).find(fits));
/** Waits until both consumers have handled everything that was sent before. */
const allHandled = async () => {
  const [good, refused] = [await aMessage(), await aMessage()];
  await arrives(good);
  await isRefused(letterOf(refused));
  await rowOf(good);
  await rowOf(refused);
};

describe('a message', () => {
  it('has a row in the log of its protocol, without a reason', async () => {
    const [ofMqtt, ofUdp] = [await aMessage(), await aMessage()];
    await arrives(ofMqtt);
    await arrives(ofUdp, 'udp');
    expect(await rowOf(ofMqtt)).toEqual({
      id: expect.stringContaining(ofMqtt.arrivalId),
      deviceName: ofMqtt.deviceName,
      topic: `devices/${ofMqtt.deviceName}/telemetry`,
      data: PAYLOAD,
      bytes: PAYLOAD.length,
      reason: null,
      count: 1,
      timestamp: new Date(ofMqtt.receivedAt).toISOString(),
    });
    expect(await rowOf(ofUdp, undefined, 'udp')).toMatchObject({ topic: '', data: PAYLOAD, reason: null });
  });

  it('that an outside broker has sent has its topic there', async () => {
    const sent = await aMessage();
    await arrives(sent, 'mqtt', `plant/${sent.deviceName}/data`);
    expect(await rowOf(sent)).toMatchObject({ topic: `plant/${sent.deviceName}/data`, reason: null });
  });

  it.each([
    [
      'its row comes first',
      async (sent: Sent) => {
        await arrives(sent);
        await rowOf(sent);
        await isRefused(letterOf(sent));
      },
    ],
    [
      'the reason comes first',
      async (sent: Sent) => {
        await isRefused(letterOf(sent));
        await rowOf(sent);
        await arrives(sent);
      },
    ],
  ])('that is refused has one row, with the reason, if %s', async (_, happens) => {
    const sent = await aMessage();
    await happens(sent);
    await rowOf(sent, ({ reason }) => reason !== null);
    await allHandled();
    expect(await rowsOf(sent)).toMatchObject([{ data: PAYLOAD, reason: 'TC1 can’t be read', count: 1 }]);
  });

  it('has one row, however often it and its reasons are delivered, and always the same reason', async () => {
    const sent = await aMessage();
    const letters = [
      letterOf(sent),
      letterOf(sent, { reason: 'it is late' }),
      letterOf(sent, { reason: 'x' }),
    ];
    await arrives(sent);
    await isRefused(...letters, letters[0]);
    await arrives(sent);
    await isRefused(...letters.toReversed());
    await allHandled();
    expect(await rowsOf(sent)).toMatchObject([{ reason: 'TC1 can’t be read (and 2 more)', count: 1 }]);
  });

  it('that an edge refused has a row with its count, its topic and the reason', async () => {
    const sent = await aMessage();
    await isRefused(letterOf(sent, { topic: 'somewhere/else', count: 4_711 }));
    expect(await rowOf(sent)).toMatchObject({ topic: 'somewhere/else', count: 4_711 });
  });

  it('that brought an image has its topic', async () => {
    const sent = await aMessage();
    await isRefused(letterOf(sent, { content: 'image' }));
    expect(await rowOf(sent)).toMatchObject({ topic: `devices/${sent.deviceName}/image` });
  });

  it('is kept after dead letters that are malformed, and as harmless text of bounded length', async () => {
    const sent = await aMessage();
    const payload = Buffer.concat([Buffer.from([0, 255]), Buffer.alloc(9_000, 'é')]).toString('base64');
    await isRefused('{', 'null', { deviceName: 7 }, letterOf(sent, { payload }));
    const { data } = await rowOf(sent);
    expect(data.length).toBe(2_048);
    expect(data.startsWith('\u0000\uFFFDéé')).toBe(true);
  });
});

describe('a heartbeat', () => {
  it('has no row', async () => {
    const at = Date.now() - randomInt(3 * 86_400_000);
    await producer.send(TOPICS.raw, [
      { value: null, headers: { heartbeat: 'mqtt', receivedAt: String(at) } },
    ]);
    await allHandled();
    const ids = { $gte: firstIdFrom(at), $lt: firstIdFrom(at + 1) };
    expect(await stored().countDocuments({ _id: ids })).toBe(0);
  });
});

describe('a log that is far behind', () => {
  const batchOf = (deviceName: string, behind: number, ageMs = HOUR_MS) => {
    const at = String(Date.now() - ageMs);
    const messages = Array.from({ length: 3 }, (_, offset) => ({
      key: Buffer.from(deviceName),
      value: Buffer.from(PAYLOAD),
      timestamp: at,
      offset: String(offset),
      attributes: 0,
      headers: { arrivalId: randomUUID(), deviceKey: '7', receivedAt: at, source: 'mqtt' },
    }));
    const skipBehind = jest.fn();
    return { partition: 0, messages, behind, skipBehind };
  };

  it('goes on with messages that arrive now, and says how many it does not show', async () => {
    const deviceName = uniqueName('log');
    const batch = batchOf(deviceName, 20_001);
    await given.service.get(ArrivalsConsumer).keep(batch);
    expect(batch.skipBehind).toHaveBeenCalledWith(0);
    expect(await stored().countDocuments({ deviceName })).toBe(0);
    const { _id: upTo } = (await stored().findOne({ deviceKey: OF_ALL_DEVICES, count: 20_004 }))!;
    const query = { limit: 1, offset: 0, upTo };
    const row = { id: upTo, reason: TOO_FAR_BEHIND, deviceName: null, data: '' };
    expect((await service.page('mqtt', SYSTEM, query)).rows).toMatchObject([{ ...row, count: 20_004 }]);
    const seen = await service.page('mqtt', managerOf({ deviceName }), query);
    expect(seen.rows).toMatchObject([{ ...row, count: null }]);
  });

  it('rests if the messages come faster than it reads', async () => {
    const batch = batchOf(uniqueName('log'), 20_001, 2_000);
    await given.service.get(ArrivalsConsumer).keep(batch);
    expect(batch.skipBehind).toHaveBeenCalledWith(10_000);
  });

  it('shows old messages if it can read all that wait', async () => {
    const deviceName = uniqueName('log');
    const batch = batchOf(deviceName, 20_000);
    await given.service.get(ArrivalsConsumer).keep(batch);
    expect(batch.skipBehind).not.toHaveBeenCalled();
    expect(await stored().countDocuments({ deviceName })).toBe(3);
  });
});
