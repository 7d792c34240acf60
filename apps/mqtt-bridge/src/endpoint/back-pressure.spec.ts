import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PUMP_TELEMETRY, TANK_TELEMETRY } from '../../testing/given-endpoint.ts';
import { PublishingDevice, upTo } from '../../testing/publishing-device.ts';
import { RawClient } from '../../testing/raw-client.ts';

/** The packet costs 61 tokens. */
const LARGE = Buffer.alloc(60 * 1_024);

let pump: PublishingDevice;

beforeEach(async () => {
  pump = await PublishingDevice.start();
});
afterEach(() => pump.stop());

describe('while Kafka is unreachable', () => {
  it('a bounded number of messages is read and none acknowledged, until Kafka is back', async () => {
    await pump.restart({ receiveMaximum: 50 });
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(4);
    for (const id of upTo(500)) pump.publish(id);
    await pump.written(50);
    pump.client.send({ cmd: 'pingreq' });
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
    expect(pump.endpoint.telemetry.messages).toHaveLength(50);

    pump.endpoint.telemetry.settlesAtOnce = true;
    pump.endpoint.telemetry.settle();
    const answers = await pump.client.take(501);
    expect(answers.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId)).toEqual(
      upTo(500),
    );
  });

  it('a bounded number of messages is refused, as their answers wait for those before them', async () => {
    await pump.restart({ receiveMaximum: 50 });
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn();
    pump.publish(1);
    for (const messageId of upTo(500).slice(1))
      pump.client.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId });
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
    expect(pump.endpoint.refused.length).toBeLessThan(50);
    pump.endpoint.telemetry.settlesAtOnce = true;
    pump.endpoint.telemetry.settle();
    const answers = await pump.client.take(500);
    expect(answers.map(({ messageId }) => messageId)).toEqual(upTo(500));
  });

  it('a bounded number of bytes is read from one connection', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn();
    const payload = Buffer.alloc(200_000);
    for (const messageId of upTo(30)) pump.client.publish(PUMP_TELEMETRY, payload, { qos: 1, messageId });
    await pump.written(6);
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
    expect(pump.endpoint.telemetry.messages).toHaveLength(6);
    pump.endpoint.telemetry.settlesAtOnce = true;
    pump.endpoint.telemetry.settle();
    expect(await pump.client.take(30)).toHaveLength(30);
  });

  it('connections are not read while the buffer is full, and read again once it is not', async () => {
    await pump.signIn();
    pump.endpoint.telemetry.hasRoom = false;
    for (const id of upTo(100)) pump.publish(id);
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
    expect(pump.endpoint.telemetry.messages).toHaveLength(0);
    pump.endpoint.telemetry.hasRoom = true;
    expect(await pump.client.take(100)).toHaveLength(100);
  });
});

describe('a device above its rate', () => {
  beforeEach(async () => {
    await pump.restart({ rate: { perSecond: 100, burst: 20 } });
  });

  it('is slowed down with QoS 1 and 2, without losing messages', async () => {
    await pump.signIn();
    const begun = performance.now();
    for (const id of upTo(60)) pump.publish(id, id % 2 === 0 ? 1 : 2);
    const answers = await pump.client.take(60);
    expect(answers.map(({ messageId }) => messageId)).toEqual(upTo(60));
    expect(performance.now() - begun).toBeGreaterThan(350);
    expect(pump.endpoint.traffic.slowed).toBeGreaterThan(0);
    expect(pump.endpoint.beyondRate).toEqual(['pump01']);
    expect(pump.endpoint.traffic.dropsOf('rate')).toBe(0);
  });

  it('loses messages with QoS 0, which are counted', async () => {
    await pump.signIn();
    const begun = performance.now();
    for (const id of upTo(500)) pump.publish(id, 0);
    await pump.client.ping();
    const seconds = (performance.now() - begun) / 1_000;
    const taken = pump.endpoint.telemetry.messages.length;
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThanOrEqual(Math.min(499, 20 + 100 * seconds + 1));
    expect(pump.endpoint.traffic.dropsOf('rate')).toBe(500 - taken);
    expect(pump.endpoint.beyondRate).toEqual(['pump01']);
  });

  it('keeps its rate over a new connection', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 20 } });
    await pump.signIn();
    for (const id of upTo(20)) pump.publish(id);
    await pump.client.take(20);
    const first = pump.client;
    await pump.signIn();
    first.close();
    for (const id of upTo(50)) pump.publish(id, 0);
    await pump.client.ping();
    expect(pump.endpoint.traffic.dropsOf('rate')).toBeGreaterThan(30);
  });

  it('is slowed down by the size of its messages, without losing any', async () => {
    await pump.signIn();
    const begun = performance.now();
    for (const messageId of upTo(3)) pump.client.publish(PUMP_TELEMETRY, LARGE, { qos: 1, messageId });
    const answers = await pump.client.take(3);
    expect(answers.map(({ messageId }) => messageId)).toEqual(upTo(3));
    // 61 tokens for each of the first two.
    expect(performance.now() - begun).toBeGreaterThan(1_100);
    expect(pump.endpoint.traffic.dropsOf('rate')).toBe(0);
    expect(pump.endpoint.beyondRate).toEqual(['pump01']);
  });

  it('makes up for a message that cost more than its burst before it sends another, while its pings are answered', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 20 } }, { isClockStill: true });
    await pump.signIn();
    pump.client.publish(PUMP_TELEMETRY, LARGE, { qos: 1, messageId: 1 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    await pump.client.ping();
    pump.publish(2);
    pump.endpoint.pass(40_000);
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
    pump.endpoint.pass(2_000);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 2 });
  });

  it('loses a large message with QoS 0 unless its whole burst is left', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 20 } }, { isClockStill: true });
    await pump.signIn();
    pump.publish(1, 0);
    pump.client.publish(PUMP_TELEMETRY, LARGE);
    await pump.client.ping();
    expect(pump.endpoint.traffic.dropsOf('rate')).toBe(1);
    pump.endpoint.pass(1_000);
    pump.client.publish(PUMP_TELEMETRY, LARGE);
    await pump.client.ping();
    expect(pump.endpoint.traffic.dropsOf('rate')).toBe(1);
    expect(pump.endpoint.telemetry.messages).toHaveLength(2);
  });

  it('pays as much for large messages on a topic that is not its own', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 20 } });
    await pump.signIn();
    pump.client.publish(TANK_TELEMETRY, LARGE, { qos: 1, messageId: 1 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 1, reasonCode: 0x87 });
    pump.publish(2);
    await expect(pump.client.next(200)).rejects.toThrow('nothing came');
  });

  it('does not slow down another device', async () => {
    await pump.restart({ rate: { perSecond: 100, burst: 20 } }, { isClockStill: true });
    await pump.signIn();
    const other = await RawClient.signedIn(pump.endpoint.port, { name: 'tank_02', password: '0f1e2d3c4b5a' });
    for (const id of upTo(200)) pump.publish(id);
    other.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await other.next()).toMatchObject({ cmd: 'puback' });
    // No time passes, so the first device gets no further than its burst.
    expect(pump.endpoint.telemetry.messages.length).toBeLessThanOrEqual(21);
    other.close();
  });
});
