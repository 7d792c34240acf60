import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { IPublishPacket } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient, type Version } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;
let client: RawClient;

const signIn = async (version: Version = 5) => {
  client = await RawClient.signedIn(endpoint.port, PUMP, version);
  return client;
};
const publish = (messageId: number, qos: 0 | 1 | 2 = 1, extras: Partial<IPublishPacket> = {}) =>
  client.publish(PUMP_TELEMETRY, `{"seq":${messageId}}`, { qos, messageId, ...extras });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const arrived = (count: number) => until(() => endpoint.intake.arrivals.length >= count);

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(async () => {
  client?.close();
  await endpoint.stop();
});

describe.each([4, 5] as const)('a message of QoS 1, in protocol level %d', (version) => {
  it('is acknowledged once it is stored, and not before', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn(version);
    publish(7);
    expect(await client.ping()).toEqual([]);
    expect(endpoint.intake.arrivals).toMatchObject([{ deviceName: PUMP.name }]);
    endpoint.intake.settle();
    expect(await client.next()).toMatchObject({ cmd: 'puback', messageId: 7 });
    expect(endpoint.traffic.messagesOf('stored')).toBe(1);
  });

  it('is one of many under way, all acknowledged in their order', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn(version);
    for (const id of upTo(200)) publish(id);
    await arrived(200);
    endpoint.intake.settle([...endpoint.intake.arrivals].reverse());
    const acknowledged = (await client.take(200)).map(({ messageId }) => messageId);
    expect(acknowledged).toEqual(upTo(200));
  });

  it('that is sent again while it is under way is stored once', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn(version);
    publish(3);
    publish(3, 1, { dup: true });
    expect(await client.ping()).toEqual([]);
    expect(endpoint.intake.arrivals).toHaveLength(1);
    endpoint.intake.settle();
    expect(await client.ping()).toMatchObject([{ cmd: 'puback', messageId: 3 }]);
  });

  it('of 256 KB is taken, and of a byte more ends the connection', async () => {
    await signIn(version);
    client.publish(PUMP_TELEMETRY, Buffer.alloc(256 * 1024), { qos: 1, messageId: 1 });
    expect(await client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    expect(endpoint.intake.arrivals[0]!.payload).toHaveLength(256 * 1024);
    client.publish(PUMP_TELEMETRY, Buffer.alloc(256 * 1024 + 1), { qos: 1, messageId: 2 });
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x95 }] : []);
    expect(endpoint.intake.arrivals).toHaveLength(1);
  });

  it('is taken whatever its payload', async () => {
    await signIn(version);
    for (const payload of ['', 'not JSON', '\0\0', '{"deviceId":"tank_02","TC1":1}']) {
      client.publish(PUMP_TELEMETRY, payload, { qos: 1, messageId: 1 });
      expect(await client.next()).toMatchObject({ cmd: 'puback' });
    }
    expect(endpoint.intake.payloads).toEqual(['', 'not JSON', '\0\0', '{"deviceId":"tank_02","TC1":1}']);
  });
});

describe('a message of QoS 1 that can never be stored', () => {
  it('is refused in MQTT 5', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn();
    publish(1);
    publish(2);
    await arrived(2);
    endpoint.intake.settle(endpoint.intake.arrivals.slice(0, 1), 'refused');
    endpoint.intake.settle(endpoint.intake.arrivals.slice(1));
    expect(await client.take(2)).toMatchObject([
      { messageId: 1, reasonCode: 0x83 },
      { messageId: 2, reasonCode: 0 },
    ]);
  });

  it('ends the connection in MQTT 3.1.1, which has no word for it', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn(4);
    publish(1);
    await arrived(1);
    endpoint.intake.settle(undefined, 'refused');
    expect(await client.untilClosed()).toEqual([]);
  });
});

describe.each([4, 5] as const)('a message of QoS 2, in protocol level %d', (version) => {
  it('is received once it is stored, and complete once it is released', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn(version);
    publish(9, 2);
    expect(await client.ping()).toEqual([]);
    endpoint.intake.settle();
    expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 9 });
    client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await client.next()).toMatchObject({
      cmd: 'pubcomp',
      messageId: 9,
      ...(version === 5 && { reasonCode: 0x92 }),
    });
  });

  it('is stored once, however often it comes before it is released', async () => {
    await signIn(version);
    publish(9, 2);
    expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    publish(9, 2, { dup: true });
    expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    expect(endpoint.intake.arrivals).toHaveLength(1);
    client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await client.next()).toMatchObject({ cmd: 'pubcomp' });
    publish(9, 2);
    expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    expect(endpoint.intake.arrivals).toHaveLength(2);
  });

  it('is one of so many that wait for their release', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ receiveMaximum: 10 });
    await signIn(version);
    for (const id of upTo(11)) publish(id, 2);
    const answers = await client.untilClosed();
    expect(endpoint.intake.arrivals).toHaveLength(10);
    expect(answers.at(-1)).toMatchObject(
      version === 5 ? { cmd: 'disconnect', reasonCode: 0x93 } : { cmd: 'pubrec' },
    );
  });
});

describe('a message of QoS 0', () => {
  it('is taken and not answered', async () => {
    await signIn();
    publish(0, 0);
    expect(await client.ping()).toEqual([]);
    await until(() => endpoint.traffic.messagesOf('stored') === 1);
  });

  it('is dropped and counted while there is no room for it', async () => {
    await signIn();
    endpoint.intake.hasRoom = false;
    for (const id of upTo(5)) publish(id, 0);
    expect(await client.ping()).toEqual([]);
    expect(endpoint.traffic.dropsOf('intake-full')).toBe(5);
    endpoint.intake.hasRoom = true;
    publish(6, 0);
    await client.ping();
    expect(endpoint.intake.payloads).toEqual(['{"seq":6}']);
  });
});

describe('a message to another topic', () => {
  const others = [
    TANK_TELEMETRY,
    'devices/pump01/image',
    'devices/pump01/command',
    'devices/pump01/telemetry/',
    'devices/PUMP01/telemetry',
    '$SYS/broker',
    'x',
    't'.repeat(65_535),
  ];

  it('is refused with its reason in MQTT 5, and the connection stays', async () => {
    await signIn();
    for (const [index, topic] of others.entries()) {
      const messageId = index + 1;
      client.publish(topic, '{}', { qos: 1, messageId });
      expect(await client.next()).toMatchObject({ cmd: 'puback', messageId, reasonCode: 0x87 });
      client.publish(topic, '{}', { qos: 2, messageId });
      expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId, reasonCode: 0x87 });
    }
    expect(endpoint.intake.arrivals).toHaveLength(0);
    publish(1);
    expect(await client.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 });
  });

  it('ends the connection where there is no other way to say so', async () => {
    for (const topic of others) {
      await signIn();
      client.publish(topic, '{}');
      expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x87 }]);
      for (const qos of [0, 1, 2] as const) {
        await signIn(4);
        client.publish(topic, '{}', { qos, messageId: 1 });
        expect(await client.untilClosed()).toEqual([]);
      }
    }
    expect(endpoint.intake.arrivals).toHaveLength(0);
  });

  it('that is none ends the connection', async () => {
    for (const [topic, reasonCode] of [
      ['devices/+/telemetry', 0x90],
      ['#', 0x90],
      ['devices/pump01/telemetry\0', 0x81],
    ] as const) {
      await signIn();
      client.publish(topic, '{}', { qos: 1, messageId: 1 });
      expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode }]);
    }
  });
});

describe('a message to be retained', () => {
  it('ends the connection in MQTT 5, which was told that there is no such thing', async () => {
    await signIn();
    publish(1, 1, { retain: true });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x9a }]);
  });

  it('is taken as any other in MQTT 3.1.1', async () => {
    await signIn(4);
    publish(1, 1, { retain: true });
    expect(await client.next()).toMatchObject({ cmd: 'puback' });
    expect(endpoint.intake.arrivals).toHaveLength(1);
  });
});

describe('a topic alias', () => {
  const aliased = (topic: string, topicAlias: number, messageId: number) =>
    client.publish(topic, '{}', { qos: 1, messageId, properties: { topicAlias } });

  it('stands for the topic that it was sent with', async () => {
    await signIn();
    aliased(PUMP_TELEMETRY, 1, 1);
    aliased('', 1, 2);
    aliased(TANK_TELEMETRY, 2, 3);
    aliased('', 2, 4);
    aliased(PUMP_TELEMETRY, 2, 5);
    aliased('', 2, 6);
    const codes = (await client.take(6)).map((packet) => (packet as { reasonCode: number }).reasonCode);
    expect(codes).toEqual([0, 0, 0x87, 0x87, 0, 0]);
    expect(endpoint.intake.arrivals).toHaveLength(4);
  });

  it('that stands for nothing ends the connection', async () => {
    for (const [alias, reasonCode] of [
      [5, 0x82],
      [9, 0x94],
    ] as const) {
      await signIn();
      aliased(alias === 5 ? '' : PUMP_TELEMETRY, alias, 1);
      expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode }]);
    }
    await signIn();
    client.publish('', '{}', { qos: 1, messageId: 1 });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x82 }]);
  });
});

describe('while Kafka is away', () => {
  it('nothing is acknowledged, so much is held and no more is read, and all goes on by itself', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ receiveMaximum: 50 });
    endpoint.intake.settlesAtOnce = false;
    await signIn(4);
    for (const id of upTo(500)) publish(id);
    await arrived(50);
    client.send({ cmd: 'pingreq' });
    await expect(client.next(200)).rejects.toThrow('nothing came');
    expect(endpoint.intake.arrivals).toHaveLength(50);

    endpoint.intake.settlesAtOnce = true;
    endpoint.intake.settle();
    const answers = await client.take(501);
    expect(answers.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId)).toEqual(
      upTo(500),
    );
  });

  it('the bytes of one connection are bounded too', async () => {
    endpoint.intake.settlesAtOnce = false;
    await signIn();
    const payload = Buffer.alloc(200_000);
    for (const messageId of upTo(30)) client.publish(PUMP_TELEMETRY, payload, { qos: 1, messageId });
    await arrived(6);
    await expect(client.next(200)).rejects.toThrow('nothing came');
    expect(endpoint.intake.arrivals).toHaveLength(6);
    endpoint.intake.settlesAtOnce = true;
    endpoint.intake.settle();
    expect(await client.take(30)).toHaveLength(30);
  });

  it('connections wait for room, and are read again when there is some', async () => {
    await signIn();
    endpoint.intake.hasRoom = false;
    for (const id of upTo(100)) publish(id);
    await expect(client.next(200)).rejects.toThrow('nothing came');
    expect(endpoint.intake.arrivals).toHaveLength(0);
    endpoint.intake.hasRoom = true;
    expect(await client.take(100)).toHaveLength(100);
  });
});

describe('a device beyond its rate', () => {
  beforeEach(async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ rate: { perSecond: 100, burst: 20 } });
  });

  it('is slowed where it wants answers, and nothing of it is lost', async () => {
    await signIn();
    const begun = performance.now();
    for (const id of upTo(60)) publish(id, id % 2 === 0 ? 1 : 2);
    const answers = await client.take(60);
    expect(answers.map(({ messageId }) => messageId)).toEqual(upTo(60));
    expect(performance.now() - begun).toBeGreaterThan(350);
    expect(endpoint.traffic.slowed).toBeGreaterThan(0);
    expect(endpoint.beyondRate).toEqual(['pump01']);
    expect(endpoint.traffic.dropsOf('rate')).toBe(0);
  });

  it('loses what it sends with QoS 0, counted', async () => {
    await signIn();
    const begun = performance.now();
    for (const id of upTo(500)) publish(id, 0);
    await client.ping();
    const seconds = (performance.now() - begun) / 1_000;
    const taken = endpoint.intake.arrivals.length;
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThanOrEqual(Math.min(499, 20 + 100 * seconds + 1));
    expect(endpoint.traffic.dropsOf('rate')).toBe(500 - taken);
    expect(endpoint.beyondRate).toEqual(['pump01']);
  });

  it('gains nothing by connecting again', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ rate: { perSecond: 1, burst: 20 } });
    await signIn();
    for (const id of upTo(20)) publish(id);
    await client.take(20);
    const first = client;
    await signIn();
    first.close();
    for (const id of upTo(50)) publish(id, 0);
    await client.ping();
    expect(endpoint.traffic.dropsOf('rate')).toBeGreaterThan(30);
  });

  it('does not slow another', async () => {
    await signIn();
    const other = await RawClient.signedIn(endpoint.port, { name: 'tank_02', password: '0f1e2d3c4b5a' });
    for (const id of upTo(200)) publish(id);
    other.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await other.next()).toMatchObject({ cmd: 'puback' });
    // The first one's are taken for two seconds.
    expect(endpoint.intake.arrivals.length).toBeLessThan(150);
    other.close();
  });
});
