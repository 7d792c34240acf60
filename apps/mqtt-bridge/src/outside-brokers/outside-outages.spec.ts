import { afterEach, describe, expect, it } from '@jest/globals';
import { metricsText } from '@telemon/platform/metrics';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import type { MqttClient } from 'mqtt';
import { type Packet, parser } from 'mqtt-packet';
import { MosquittoBroker } from '../../../../tools/test/mosquitto-broker.ts';
import {
  GivenOutsideBroker,
  publishSeqs,
  publisherAt,
  seqsIn,
  upTo,
} from '../../testing/given-outside-broker.ts';

const MQTT_TOPICS = 'plant/{deviceName}/data';
const topicOf = (deviceName: string) => `plant/${deviceName}/data`;
const VERSIONS = ['5', '3.1.1'] as const;

let running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of running.reverse()) await stop();
  running = [];
});

const startBroker = async (): Promise<{ broker: MosquittoBroker; client: MqttClient }> => {
  const broker = await MosquittoBroker.start();
  running.push(() => broker.stop());
  const client = await publisherAt(`mqtt://${broker.host}:1883`);
  running.push(() => client.endAsync(true));
  return { broker, client };
};
const read = async (variables: Record<string, string>, sameAs?: GivenOutsideBroker) => {
  const given = await GivenOutsideBroker.start({ MQTT_TOPICS, ...variables }, sameAs?.database);
  running.push(() => given.stop());
  return given;
};
const proxyBefore = async (broker: MosquittoBroker): Promise<TcpProxy> => {
  const proxy = await TcpProxy.to(broker.port, { host: broker.host });
  running.push(() => proxy.close());
  return proxy;
};
const isInState = (state: string) =>
  until(async () => (await metricsText()).includes(`telemon_outside_broker_sessions{state="${state}"} 1`));

/** The messages that a client of the broker has acknowledged, as the proxy between them sees it. */
const acknowledgedThrough = (proxy: TcpProxy, version: (typeof VERSIONS)[number]): Set<number> => {
  const acknowledged = new Set<number>();
  const sent = new Map<number, number>();
  const newParsers = () => {
    const protocolVersion = version === '5' ? 5 : 4;
    return { client: parser({ protocolVersion }), server: parser({ protocolVersion }) };
  };
  let parsers = newParsers();
  const begin = () => {
    parsers = newParsers();
    parsers.server.on('packet', (packet: Packet) => {
      if (packet.cmd !== 'publish' || packet.qos === 0) return;
      sent.set(packet.messageId!, (JSON.parse(String(packet.payload)) as { seq?: number }).seq ?? -1);
    });
    parsers.client.on('packet', (packet: Packet) => {
      if (packet.cmd === 'puback') acknowledged.add(sent.get(packet.messageId!)!);
    });
  };
  const CONNECT = 0x10;
  proxy.beforePassing = (bytes, from) => {
    if (from === 'client' && bytes[0] === CONNECT) begin();
    parsers[from].parse(Buffer.from(bytes));
  };
  return acknowledged;
};

describe.each(VERSIONS)('over MQTT %s', (OUTSIDE_BROKER_VERSION) => {
  it('while Kafka is away, the broker keeps the messages, and the bridge few of them', async () => {
    const { broker, client } = await startBroker();
    const { proxy, brokers } = await proxyBeforeKafka();
    running.push(() => proxy.close());
    const given = await read({
      MQTT_URL: `mqtt://${broker.host}:1883`,
      KAFKA_BROKERS: brokers.join(','),
      OUTSIDE_BROKER_VERSION,
    });
    await given.untilItReads(client, topicOf);
    const device = await given.device();
    proxy.cut();
    await publishSeqs(client, topicOf(device), upTo(5_000));
    const waiting = await until(async () => {
      const lines = (await metricsText()).split('\n').filter((line) => /^spec_\d+_messages /.test(line));
      const most = Math.max(...lines.map((line) => Number(line.split(' ')[1])));
      return most >= 1_000 && most;
    });
    expect(waiting).toBeLessThanOrEqual(1_001);
    proxy.heal();
    await until(() => new Set(seqsIn(given.of(device))).size === 5_000);
    expect([...new Set(seqsIn(given.of(device)))]).toEqual(upTo(5_000));
  });

  it('a broker that is killed is read again, and Kafka has all messages that were acknowledged to it', async () => {
    const { broker, client } = await startBroker();
    const proxy = await proxyBefore(broker);
    const acknowledged = acknowledgedThrough(proxy, OUTSIDE_BROKER_VERSION);
    const given = await read({ MQTT_URL: `mqtt://127.0.0.1:${proxy.port}`, OUTSIDE_BROKER_VERSION });
    await given.untilItReads(client, topicOf);
    const device = await given.device();
    void publishSeqs(client, topicOf(device), upTo(3_000)).catch(() => undefined);
    await until(() => given.of(device).length > 100, { everyMs: 1 });
    await broker.kill();
    await isInState('retrying');
    await broker.startAgain();
    await isInState('connected');
    await publishSeqs(client, topicOf(device), [9_999]);
    await until(() => seqsIn(given.of(device)).includes(9_999));
    const stored = new Set(seqsIn(given.of(device)));
    acknowledged.delete(-1);
    expect(acknowledged.size).toBeGreaterThan(100);
    expect([...acknowledged].filter((seq) => !stored.has(seq))).toEqual([]);
  });

  it('several sessions share the messages, each of which comes once, and take over from each other', async () => {
    const { broker, client } = await startBroker();
    const variables = {
      MQTT_URL: `mqtt://${broker.host}:1883`,
      OUTSIDE_BROKER_SESSIONS: '2',
      OUTSIDE_BROKER_VERSION,
    };
    const first = await read(variables);
    const second = await read(variables, first);
    const [warm, device] = [await first.device(), await first.device()];
    for (const known of [warm, device]) await second.device(known);
    const edgesOf = (deviceName: string) =>
      new Set(first.of(deviceName).map(({ headers }) => headers['arrivalId']!.replace(/-[0-9a-z]+$/, '')));
    // The first one may have taken both sessions, and lets one go.
    await until(async () => {
      await publishSeqs(client, topicOf(warm), upTo(4));
      return edgesOf(warm).size === 2;
    });
    await publishSeqs(client, topicOf(device), upTo(1_000));
    await until(() => first.of(device).length >= 1_000);
    expect(seqsIn(first.of(device)).toSorted((one, other) => one - other)).toEqual(upTo(1_000));
    expect(edgesOf(device).size).toBe(2);

    await second.service.stop();
    await publishSeqs(client, topicOf(device), [1_000, 1_001, 1_002, 1_003]);
    await until(() => first.of(device).length >= 1_004);
    expect(new Set(seqsIn(first.of(device))).size).toBe(1_004);
  });
});

it.each<Record<string, string>>([{ MQTT_TOPICS: 'plant/{deviceName}/+' }, { OUTSIDE_BROKER_SESSIONS: '2' }])(
  'no message is lost that comes while the subscriptions change to %j',
  async (change) => {
    const { broker, client } = await startBroker();
    const proxy = await proxyBefore(broker);
    const MQTT_URL = `mqtt://127.0.0.1:${proxy.port}`;
    const before = await GivenOutsideBroker.start({ MQTT_TOPICS, MQTT_URL });
    await before.untilItReads(client, topicOf);
    const device = await before.device();
    await before.service.stop();
    proxy.delayBy(100);
    const after = await read({ MQTT_TOPICS, MQTT_URL, ...change }, before);
    await after.device(device);
    const connected = new AbortController();
    void isInState('connected').then(() => connected.abort());
    let seq = 0;
    while (!connected.signal.aborted) await publishSeqs(client, topicOf(device), [seq++]);
    await publishSeqs(client, topicOf(device), [seq++]);
    await until(() => seqsIn(after.of(device)).includes(seq - 1));
    expect([...new Set(seqsIn(after.of(device)))].toSorted((one, other) => one - other)).toEqual(upTo(seq));
  },
);

const sessionsHeld = ({ database }: GivenOutsideBroker) =>
  database.db.collection<{ _id: string }>('leases').countDocuments({ _id: /^outside-session-/ });

it('a session that is given up is emptied, and its waiting messages are stored', async () => {
  const { broker, client } = await startBroker();
  const MQTT_URL = `mqtt://${broker.host}:1883`;
  const before = await GivenOutsideBroker.start({ MQTT_TOPICS, MQTT_URL, OUTSIDE_BROKER_SESSIONS: '2' });
  await until(async () => (await sessionsHeld(before)) === 2);
  await before.untilItReads(client, topicOf);
  const device = await before.device();
  await before.service.stop();
  // The broker spreads them over both sessions.
  await publishSeqs(client, topicOf(device), upTo(100));
  const after = await read({ MQTT_URL }, before);
  await after.device(device);
  await until(() => after.of(device).length === 100);
  expect(seqsIn(after.of(device)).toSorted((one, other) => one - other)).toEqual(upTo(100));
  const sessions = after.database.db.collection<{ _id: number; filters: string[] }>('outside_sessions');
  await until(async () => (await sessions.countDocuments()) === 1);
  expect(await sessions.findOne()).toMatchObject({ _id: 0, filters: ['plant/+/data'] });
});

it('messages of a device beyond its rate are kept with QoS 1, and dropped with QoS 0', async () => {
  const { broker, client } = await startBroker();
  const rates = { RATE_LIMITS: 'on', DEVICE_RATE: '0.01', DEVICE_BURST: '5' };
  const given = await read({ MQTT_URL: `mqtt://${broker.host}:1883`, ...rates });
  await given.untilItReads(client, topicOf);
  const device = await given.device();
  await publishSeqs(client, topicOf(device), upTo(20), { qos: 0 });
  await publishSeqs(
    client,
    topicOf(device),
    upTo(50).map((seq) => 100 + seq),
  );
  await until(() => given.of(device).length >= 55);
  expect(seqsIn(given.of(device))).toEqual([...upTo(5), ...upTo(50).map((seq) => 100 + seq)]);
});
