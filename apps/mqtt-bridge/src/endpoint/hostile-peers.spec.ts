import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import fc from 'fast-check';
import { type Packet, generate } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => endpoint.stop());

const signIn = (version: 4 | 5 = 5) => RawClient.signedIn(endpoint.port, PUMP, version);

/** A well-behaved device is served as usual. */
const expectServed = async () => {
  const device = await RawClient.signedIn(endpoint.port, TANK);
  device.publish(TANK_TELEMETRY, '{"TC1":1}', { qos: 1, messageId: 1 });
  expect(await device.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
  device.close();
};

const message = (payload: string): Packet => ({
  cmd: 'publish',
  topic: PUMP_TELEMETRY,
  payload,
  qos: 1,
  messageId: 1,
  dup: false,
  retain: false,
});

const BROKEN: [name: string, bytes: number[]][] = [
  ['no kind of packet', [0x00, 0]],
  ['a CONNACK', [0x20, 2, 0, 0]],
  ['a SUBACK', [0x90, 3, 0, 1, 0]],
  ['a PINGRESP', [0xd0, 0]],
  ['a PINGREQ with flags', [0xc1, 0]],
  ['a PINGREQ with more behind it', [0xc0, 1, 1]],
  ['a SUBSCRIBE without its flag', [0x80, 6, 0, 1, 0, 0, 1, 0x61, 0]],
  ['a SUBSCRIBE with packet id 0', [0x82, 7, 0, 0, 0, 0, 1, 0x61, 0]],
  ['a SUBSCRIBE without options', [0x82, 6, 0, 1, 0, 0, 1, 0x61]],
  ['a SUBSCRIBE with unknown options', [0x82, 7, 0, 1, 0, 0, 1, 0x61, 0xc0]],
  ['a SUBSCRIBE with QoS 3', [0x82, 7, 0, 1, 0, 0, 1, 0x61, 3]],
  ['a SUBSCRIBE whose topic is longer than the packet', [0x82, 7, 0, 1, 0, 0xff, 0xff, 0x61, 0]],
  ['an empty SUBSCRIBE', [0x82, 0]],
  ['an UNSUBSCRIBE of nothing', [0xa2, 3, 0, 1, 0]],
  ['a PUBLISH with QoS 3', [0x36, 5, 0, 1, 0x61, 0, 1]],
  ['a PUBLISH whose topic is longer than the packet', [0x30, 4, 0xff, 0xff, 0x61, 0]],
  ['a PUBLISH without packet id', [0x32, 3, 0, 1, 0x61]],
  ['a PUBLISH with packet id 0', [0x32, 6, 0, 1, 0x61, 0, 0, 0]],
  ['an empty PUBLISH', [0x30, 0]],
  ['a PUBLISH of a topic that is no UTF-8', [0x32, 8, 0, 2, 0xc3, 0x28, 0, 1, 0, 0]],
  ['a PUBREL without its flag', [0x60, 2, 0, 1]],
  ['an empty PUBREL', [0x62, 0]],
  ['a PUBREL with packet id 0', [0x62, 2, 0, 0]],
  ['a length that never ends', [0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ['an AUTH', [0xf0, 2, 0x19, 0]],
  ['a second CONNECT', [...generate({ cmd: 'connect', clientId: 'x', protocolVersion: 5 })]],
];

/** The bytes of the others mean another thing in MQTT 3.1.1, and may be valid there. */
const BROKEN_IN_3 = BROKEN.filter(([name]) => !/options|UNSUBSCRIBE/.test(name));

describe('a broken packet', () => {
  it.each(BROKEN)('such as %s ends its own connection, with a reason', async (_name, bytes) => {
    const client = await signIn();
    client.send(Buffer.from(bytes));
    const [farewell, ...more] = await client.untilClosed();
    expect(farewell).toMatchObject({ cmd: 'disconnect' });
    expect([0x81, 0x82]).toContain((farewell as { reasonCode: number }).reasonCode);
    expect(more).toEqual([]);
    await expectServed();
  });

  it.each(BROKEN_IN_3)(
    'such as %s ends its own connection without an answer in MQTT 3.1.1',
    async (_name, bytes) => {
      const client = await signIn(4);
      client.send(Buffer.from(bytes));
      expect(await client.untilClosed()).toEqual([]);
      await expectServed();
    },
  );
});

describe('a huge packet', () => {
  it('is refused as soon as its length is known', async () => {
    const client = await signIn();
    client.send(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]));
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }]);
  });

  it('is discarded for a while, and its sender gets the reason', async () => {
    const client = await signIn();
    client.publish(PUMP_TELEMETRY, Buffer.alloc(3 * 1024 * 1024), { qos: 1, messageId: 1 });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }]);
    await expectServed();
  });

  it('before the sign-in ends the connection', async () => {
    const client = await RawClient.open(endpoint.port);
    client.send(Buffer.from([0x10, 0xff, 0xff, 0x03]));
    expect(await client.untilClosed()).toEqual([]);
  });
});

describe('a slow peer', () => {
  it('may send byte by byte', async () => {
    const client = await RawClient.open(endpoint.port);
    const bytes = Buffer.concat([
      client.bytesOf({
        cmd: 'connect',
        clientId: 'x',
        protocolVersion: 5,
        username: PUMP.name,
        password: Buffer.from(PUMP.password),
      }),
      client.bytesOf(message('{"TC1":20.1}')),
    ]);
    for (const byte of bytes) {
      await new Promise((resolve) => client.socket.write(Buffer.from([byte]), resolve));
    }
    expect(await client.take(2)).toMatchObject([{ cmd: 'connack' }, { cmd: 'puback', messageId: 1 }]);
    expect(endpoint.telemetry.payloads).toEqual(['{"TC1":20.1}']);
    client.close();
  });

  it('is disconnected if a packet stalls', async () => {
    const client = await signIn();
    const before = endpoint.traffic.bytesReceived;
    client.send(client.bytesOf(message('x'.repeat(50))).subarray(0, 40));
    await until(() => endpoint.traffic.bytesReceived === before + 40);
    endpoint.pass(29_000);
    endpoint.pass(2_000);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x83 }]);
  });

  it('may take longer for a large packet that keeps arriving', async () => {
    const client = await signIn();
    const packet = client.bytesOf(message('x'.repeat(200_000)));
    const before = endpoint.traffic.bytesReceived;
    for (let at = 0; at < packet.length; at += 20_000) {
      const part = packet.subarray(at, at + 20_000);
      client.send(part);
      await until(() => endpoint.traffic.bytesReceived === before + at + part.length);
      endpoint.pass(15_000);
    }
    expect(await client.next()).toMatchObject({ cmd: 'puback' });
    client.close();
  });

  it('that never reads its answers is disconnected, and costs little memory', async () => {
    const client = await signIn();
    client.socket.pause();
    const pings = Buffer.alloc(60_000, Buffer.from([0xc0, 0]));
    const before = process.memoryUsage().arrayBuffers;
    // The endpoint stops reading once it can't send its answers. It reads between these checks, in this process.
    for (let looks = 0; looks < 10; looks++) {
      const received = endpoint.traffic.bytesReceived;
      if (client.socket.writableLength === 0)
        for (let count = 0; count < 10; count++) client.socket.write(pings);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (endpoint.traffic.bytesReceived > received) looks = 0;
    }
    // The unsent bytes of the spec itself are in this process too.
    const held = process.memoryUsage().arrayBuffers - before - client.socket.writableLength;
    expect(held).toBeLessThan(8 * 1024 * 1024);
    endpoint.pass(31_000);
    expect(endpoint.traffic.endsOf('too-slow')).toBe(1);
    client.close();
    await expectServed();
  });
});

describe('packets out of order', () => {
  it('are answered as the protocol requires', async () => {
    const client = await signIn();
    client.send(
      { cmd: 'pubrel', messageId: 5 },
      { cmd: 'puback', messageId: 6 },
      { cmd: 'pubcomp', messageId: 7 },
    );
    expect(await client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 5, reasonCode: 0x92 });
    client.publish(PUMP_TELEMETRY, '{}', { qos: 2, messageId: 8 });
    client.send({ cmd: 'pubrel', messageId: 8 });
    const answers = await client.take(2);
    expect(new Set(answers.map(({ cmd }) => cmd))).toEqual(new Set(['pubrec', 'pubcomp']));
    client.close();
  });

  it('after a DISCONNECT are not read', async () => {
    const client = await signIn();
    client.send({ cmd: 'disconnect' } as Packet, client.bytesOf({ cmd: 'pingreq' }));
    client.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.telemetry.messages).toHaveLength(0);
  });
});

describe('a flood', () => {
  it('of QoS 0 messages does not keep another device waiting', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ rate: { perSecond: 10, burst: 60 } });
    const flooder = await signIn();
    const packet = flooder.bytesOf({
      cmd: 'publish',
      topic: PUMP_TELEMETRY,
      payload: '{}',
      qos: 0,
      dup: false,
      retain: false,
    });
    const many = Buffer.concat(Array.from({ length: 20_000 }, () => packet));
    const servedBesideFlood = async () => {
      const dropped = endpoint.traffic.dropsOf('rate');
      for (let count = 0; count < 5; count++) flooder.socket.write(many);
      await until(() => endpoint.traffic.dropsOf('rate') > dropped + 1_000);
      return timeOf(expectServed);
    };
    expect(await quickest(servedBesideFlood, 500)).toBeLessThan(500);
    flooder.close();
  });

  it('of connections beyond the limit is refused, and new ones are accepted afterwards', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ maxConnections: 20 });
    const clients = await Promise.all(Array.from({ length: 40 }, () => RawClient.open(endpoint.port)));
    await until(() => clients.filter(({ isClosed }) => isClosed).length === 20);
    for (const client of clients) client.close();
    await until(() => endpoint.server.connections.counts.open === 0);
    await expectServed();
  });
});

describe('any bytes at all', () => {
  const noise = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  const packets: Packet[] = [
    {
      cmd: 'connect',
      clientId: 'x',
      protocolVersion: 5,
      username: PUMP.name,
      password: Buffer.from(PUMP.password),
    },
    { cmd: 'publish', topic: PUMP_TELEMETRY, payload: '{}', qos: 1, messageId: 1, dup: false, retain: false },
    { cmd: 'publish', topic: PUMP_TELEMETRY, payload: '{}', qos: 2, messageId: 2, dup: false, retain: false },
    { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'a', qos: 1 }] },
    { cmd: 'unsubscribe', messageId: 4, unsubscriptions: ['a'] },
    { cmd: 'pubrel', messageId: 2 },
    { cmd: 'pingreq' },
  ];
  const packet = fc
    .tuple(fc.constantFrom(...packets), fc.constantFrom(4, 5))
    .map(([one, protocolVersion]) => generate(one, { protocolVersion }));
  /** Valid packets with some bytes changed or inserted. */
  const mutated = fc
    .tuple(packet, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat(), noise)
    .map(([bytes, changes, at, more]) => {
      const changed = Buffer.from(bytes);
      for (const [index, value] of changes) changed[index % changed.length] = value;
      const place = at % (changed.length + 1);
      return at % 3 === 0
        ? Buffer.concat([changed.subarray(0, place), more, changed.subarray(place)])
        : changed;
    });
  const stream = fc.array(fc.oneof(packet, mutated, noise), { minLength: 1, maxLength: 12 });

  it('are refused or understood; nothing crashes, nothing is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        stream,
        fc.boolean(),
        fc.constantFrom(4 as const, 5 as const),
        async (chunks, signsIn, version) => {
          const client = await RawClient.open(endpoint.port, version);
          if (signsIn) client.connect(PUMP);
          for (const chunk of chunks) client.socket.write(chunk);
          client.socket.end();
          await client.untilClosed();
        },
      ),
      { numRuns: 500 },
    );
    await until(() => endpoint.server.connections.counts.open === 0);
    await expectServed();
  });
});
