import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { type KafkaMessage, Kafka as KafkaClient, type Message } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import { clientPart } from './client-part.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');
const topic = `spec-${randomUUID()}`;
const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
const kafka = new Kafka({ brokers, app: 'codec-spec', partitions: 3 });

/** The versions of requests that were made. */
const versions = new Set<string>();
const noteVersions = (path: string) => {
  const definitions = clientPart(path) as { protocol: (of: { version: number }) => unknown };
  const { protocol } = definitions;
  definitions.protocol = (of) => {
    versions.add(`${path} ${of.version}`);
    return protocol(of);
  };
};

beforeAll(async () => {
  noteVersions('protocol/requests/produce');
  noteVersions('protocol/requests/fetch');
  await admin.connect();
  await makeTopic(admin, topic, 3);
});

afterAll(async () => {
  await kafka.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

const messages: Message[] = [
  ...Array.from({ length: 3_000 }, (_, place) => ({
    key: `cold-room-${place % 40}`,
    value: Buffer.from(JSON.stringify({ place, TC1: 4.5, note: '4 °C'.repeat(place % 60) })),
    headers: { arrivalId: `spec-${place}`, source: 'mqtt', more: ['é', Buffer.from([0, 255])] },
  })),
  { key: 'tank02', value: null, headers: { heartbeat: 'begin' } },
  { key: Buffer.from([1, 2, 3]), value: '' },
  { partition: 2, value: 'x'.repeat(300_000) },
];
const asText = ({ key, value, headers = {} }: Message | KafkaMessage) =>
  JSON.stringify([
    key === undefined || key === null ? null : String(key),
    value === null ? null : Buffer.from(value).toString('base64'),
    Object.entries(headers).map(([name, each]) => [
      name,
      [each].flat().map((part) => Buffer.from(part!).toString('base64')),
    ]),
  ]);

it('a broker returns the sent messages, in order, in requests of the versions that Telemon encodes', async () => {
  const came: { partition: number; messages: KafkaMessage[] }[] = [];
  await kafka.consume({
    topic,
    group: randomUUID(),
    maxWaitTimeInMs: 20,
    handle: async ({ partition, messages: some }) => void came.push({ partition, messages: some }),
  });
  const producer = await kafka.producer();
  const begun = Date.now();
  for (let first = 0; first < messages.length; first += 1_000)
    await producer.send(topic, messages.slice(first, first + 1_000));
  const arrived = () => came.flatMap((batch) => batch.messages);
  await until(() => arrived().length >= messages.length);

  expect(arrived().map(asText).sort()).toEqual(messages.map(asText).sort());
  for (const partition of [0, 1, 2]) {
    const inPartition = came.filter((each) => each.partition === partition).flatMap((each) => each.messages);
    expect(inPartition.map(({ offset }) => offset)).toEqual(inPartition.map((_, place) => String(place)));
    const places = inPartition.map(({ headers }) =>
      Number(/\d+$/.exec(String(headers?.['arrivalId']))?.[0] ?? NaN),
    );
    const known = places.filter((place) => !Number.isNaN(place));
    expect(known).toEqual([...known].sort((a, b) => a - b));
  }
  for (const { timestamp } of arrived()) {
    expect(Number(timestamp)).toBeGreaterThanOrEqual(begun);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now());
  }
  expect([...versions].sort()).toEqual(['protocol/requests/fetch 11', 'protocol/requests/produce 7']);
});
