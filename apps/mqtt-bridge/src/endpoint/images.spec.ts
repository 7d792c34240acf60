import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { until } from '@telemon/testing/waiting';
import { PUMP, PUMP_IMAGES, PUMP_TELEMETRY, TANK, TANK_TELEMETRY } from '../../testing/given-endpoint.ts';
import { PublishingDevice, upTo } from '../../testing/publishing-device.ts';
import { RawClient, type Version } from '../../testing/raw-client.ts';

const TANK_IMAGES = 'devices/tank_02/image';
const MB = 1024 * 1024;

let pump: PublishingDevice;

beforeEach(async () => {
  pump = await PublishingDevice.start();
});
afterEach(() => pump.stop());

const sizes = () => pump.endpoint.images.messages.map(({ payload }) => payload.length);
const tankSignsIn = () => RawClient.signedIn(pump.endpoint.port, TANK);
/** The bytes of a PUBLISH with an image, the last 10 of which are sent later. */
const inTwoParts = (client: RawClient, topic: string, bytes: number): [Buffer, Buffer] => {
  const payload = Buffer.alloc(bytes);
  const all = client.bytesOf({
    cmd: 'publish',
    topic,
    payload,
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  });
  return [all.subarray(0, -10), all.subarray(-10)];
};

describe.each<Version>([4, 5])('an image over MQTT version %s', (version) => {
  it('is written apart from the readings, and acknowledged in its turn', async () => {
    await pump.signIn(version);
    pump.publish(1);
    pump.client.publish(PUMP_IMAGES, Buffer.alloc(IMAGE_MAX_BYTES, 7), { qos: 1, messageId: 2 });
    pump.client.publish(PUMP_IMAGES, Buffer.from('small'), { qos: 2, messageId: 3 });
    pump.publish(4);
    const answers = await pump.client.take(4);
    expect(answers.map(({ cmd, messageId }) => [cmd, messageId])).toEqual([
      ['puback', 1],
      ['puback', 2],
      ['pubrec', 3],
      ['puback', 4],
    ]);
    expect(sizes()).toEqual([IMAGE_MAX_BYTES, 5]);
    expect(pump.endpoint.images.messages[0]).toMatchObject({ deviceName: 'pump01', deviceKey: 1 });
    expect(pump.endpoint.telemetry.messages).toHaveLength(2);
    expect(pump.endpoint.server.connections.context.largePackets.bytes).toBe(0);
  });

  it('of one byte too much ends the connection, and its beginning goes on with its size', async () => {
    await pump.signIn(version);
    pump.client.publish(PUMP_IMAGES, Buffer.alloc(IMAGE_MAX_BYTES + 1, 'x'), { qos: 1, messageId: 1 });
    const answers = await pump.client.untilClosed();
    expect(answers).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x95 }] : []);
    const [beginning] = pump.endpoint.images.messages;
    expect(beginning).toMatchObject({ tooLarge: IMAGE_MAX_BYTES + 1, deviceName: 'pump01' });
    expect(beginning!.payload).toEqual(Buffer.alloc(4_096, 'x'));
  });
});

it('an image may name its topic by an alias', async () => {
  await pump.signIn();
  const properties = { topicAlias: 1 };
  pump.client.publish(PUMP_IMAGES, 'first', { qos: 1, messageId: 1, properties });
  pump.client.publish('', Buffer.alloc(MB), { qos: 1, messageId: 2, properties });
  await pump.client.take(2);
  expect(sizes()).toEqual([5, MB]);
});

it('an image that announces far too much is refused before it has come, with its size', async () => {
  await pump.signIn();
  const [most] = inTwoParts(pump.client, PUMP_IMAGES, 20 * MB);
  pump.client.send(most.subarray(0, 1_000));
  expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }]);
  expect(pump.endpoint.images.messages).toMatchObject([{ tooLarge: 20 * MB }]);
});

it('a packet that is too large for readings is refused as soon as its topic has come', async () => {
  await pump.signIn();
  const [most] = inTwoParts(pump.client, PUMP_TELEMETRY, MB);
  pump.client.send(most.subarray(0, 60));
  expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }]);
  expect(pump.endpoint.images.messages).toEqual([]);
});

it.each([
  ['an empty packet', Buffer.from([0x32, 0])],
  ['a topic that is longer than the packet', Buffer.from([0x32, 4, 0, PUMP_IMAGES.length, 0x64, 0x65])],
])('is not mistaken for an image: %s', async (_, bytes) => {
  await pump.signIn();
  pump.client.send(bytes);
  expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x81 }]);
  expect(pump.endpoint.images.messages).toEqual([]);
});

describe('while Kafka takes no images', () => {
  it('readings of other devices are stored, and images wait in the sockets', async () => {
    await pump.signIn();
    pump.endpoint.images.hasRoom = false;
    pump.client.publish(PUMP_IMAGES, Buffer.alloc(MB), { qos: 1, messageId: 1 });
    const tank = await tankSignsIn();
    tank.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await tank.next()).toMatchObject({ cmd: 'puback' });
    expect(sizes()).toEqual([]);
    pump.endpoint.images.hasRoom = true;
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    tank.close();
  });

  it('images of QoS 0 are dropped and counted', async () => {
    await pump.signIn();
    pump.endpoint.images.hasRoom = false;
    pump.client.publish(PUMP_IMAGES, 'an image');
    await pump.client.ping();
    expect(pump.endpoint.traffic.dropsOf('buffer-full')).toBe(1);
  });
});

describe('large images of many devices at once', () => {
  beforeEach(() => pump.restart({ largePacketsBytes: 3 * MB }));

  it('are received within a common limit, one after the other', async () => {
    await pump.signIn();
    const [most, rest] = inTwoParts(pump.client, PUMP_IMAGES, 2 * MB);
    const { largePackets } = pump.endpoint.server.connections.context;
    pump.client.send(most);
    await until(() => largePackets.bytes > 2 * MB);
    const tank = await tankSignsIn();
    tank.publish(TANK_IMAGES, Buffer.alloc(2 * MB), { qos: 1, messageId: 1 });
    await expect(tank.next(200)).rejects.toThrow('nothing came');
    expect(largePackets.bytes).toBeLessThan(3 * MB);
    pump.client.send(rest);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback' });
    expect(await tank.next()).toMatchObject({ cmd: 'puback' });
    expect(largePackets.bytes).toBe(0);
    tank.close();
  });

  it('do not wait for a device that goes away', async () => {
    await pump.signIn();
    pump.client.send(inTwoParts(pump.client, PUMP_IMAGES, 2 * MB)[0]);
    await until(() => pump.endpoint.server.connections.context.largePackets.bytes > 0);
    const tank = await tankSignsIn();
    tank.publish(TANK_IMAGES, Buffer.alloc(2 * MB), { qos: 1, messageId: 1 });
    await expect(tank.next(100)).rejects.toThrow('nothing came');
    pump.client.close();
    expect(await tank.next()).toMatchObject({ cmd: 'puback' });
    tank.close();
  });

  it('wait for a slow device for a minute at most', async () => {
    await pump.restart({ largePacketsBytes: 3 * MB, packetTimeoutMs: 600_000 });
    pump.client = await RawClient.signedIn(pump.endpoint.port, PUMP, 5, { keepalive: 0 });
    const [most] = inTwoParts(pump.client, PUMP_IMAGES, 2 * MB);
    pump.client.send(most.subarray(0, MB));
    await until(() => pump.endpoint.server.connections.context.largePackets.bytes > 0);
    // No other connection waits, so it may take its time.
    pump.endpoint.pass(70_000);
    const tank = await tankSignsIn();
    expect(pump.client.isClosed).toBe(false);
    tank.publish(TANK_IMAGES, Buffer.alloc(2 * MB), { qos: 1, messageId: 1 });
    await expect(tank.next(100)).rejects.toThrow('nothing came');
    pump.endpoint.pass(61_000);
    expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x83 }]);
    expect(await tank.next()).toMatchObject({ cmd: 'puback' });
    tank.close();
  });
});

describe('a device that sends more images than it may', () => {
  beforeEach(() => pump.restart({ imageRate: { perSecond: 20, burst: 2 } }));

  it('is slowed down with QoS 1, and loses images of QoS 0', async () => {
    await pump.signIn();
    const begun = performance.now();
    for (const messageId of upTo(6)) pump.client.publish(PUMP_IMAGES, 'image', { qos: 1, messageId });
    expect(await pump.client.take(6)).toHaveLength(6);
    expect(performance.now() - begun).toBeGreaterThan(150);
    expect(pump.endpoint.beyondRate).toEqual(['pump01']);
    for (const _ of upTo(5)) pump.client.publish(PUMP_IMAGES, 'image');
    await pump.client.ping();
    expect(pump.endpoint.traffic.dropsOf('rate')).toBeGreaterThan(0);
  });

  it('waits for its rate before its next large image comes, so that it keeps no place from others', async () => {
    await pump.restart(
      { imageRate: { perSecond: 0.1, burst: 1 }, largePacketsBytes: 3 * MB },
      { isClockStill: true },
    );
    await pump.signIn();
    for (const messageId of [1, 2])
      pump.client.publish(PUMP_IMAGES, Buffer.alloc(2 * MB), { qos: 1, messageId });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    await until(() => pump.endpoint.traffic.slowed > 0);
    const tank = await tankSignsIn();
    tank.publish(TANK_IMAGES, Buffer.alloc(2 * MB), { qos: 1, messageId: 1 });
    expect(await tank.next()).toMatchObject({ cmd: 'puback' });
    expect(pump.endpoint.server.connections.context.largePackets.bytes).toBe(0);
    pump.endpoint.pass(10_000);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 2 });
    tank.close();
  });

  it('sends its readings at the usual rate before and behind them', async () => {
    await pump.signIn();
    for (const id of upTo(50)) pump.publish(id);
    pump.client.publish(PUMP_IMAGES, 'image', { qos: 1, messageId: 51 });
    expect(await pump.client.take(51)).toHaveLength(51);
    expect(pump.endpoint.traffic.slowed).toBe(0);
  });
});
