import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import { PUMP, PUMP_IMAGES, PUMP_TELEMETRY, TANK, TANK_TELEMETRY } from '../../testing/given-endpoint.ts';
import { PublishingDevice, upTo } from '../../testing/publishing-device.ts';
import { RawClient } from '../../testing/raw-client.ts';

let pump: PublishingDevice;

beforeEach(async () => {
  pump = await PublishingDevice.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await pump.stop();
});

const block = (...topics: string[]) => pump.endpoint.blockedTopics.set(...topics);
const blocked = () => pump.endpoint.traffic.messagesOf('blocked');
const stored = () => pump.endpoint.telemetry.payloads;

describe('a message on a blocked topic, in MQTT 5', () => {
  it('of QoS 1 is refused with the reason, while the connection stays open, until the topic is unblocked', async () => {
    await pump.signIn();
    block(PUMP_TELEMETRY);
    for (const id of upTo(3)) {
      pump.publish(id);
      expect(await pump.client.next()).toEqual(
        expect.objectContaining({
          cmd: 'puback',
          messageId: id,
          reasonCode: 0x87,
          properties: { reasonString: 'The topic is blocked' },
        }),
      );
    }
    block();
    pump.publish(4);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 4, reasonCode: 0 });
    expect(stored()).toEqual(['{"seq":4}']);
    expect(blocked()).toBe(3);
  });

  it('of QoS 2 is refused, and its packet id is free for the next message', async () => {
    await pump.signIn();
    block(PUMP_TELEMETRY);
    pump.publish(7, 2);
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 7, reasonCode: 0x87 });
    block();
    pump.publish(7, 2);
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 7, reasonCode: 0 });
    expect(stored()).toEqual(['{"seq":7}']);
  });

  it('is refused without words if the device wants none', async () => {
    pump.client = await RawClient.signedIn(pump.endpoint.port, PUMP, 5, {
      properties: { requestProblemInformation: false },
    });
    block(PUMP_TELEMETRY);
    pump.publish(1);
    const answer = await pump.client.next();
    expect(answer).toMatchObject({ cmd: 'puback', reasonCode: 0x87 });
    expect(answer).not.toHaveProperty('properties.reasonString');
  });

  it('is refused by an alias, too', async () => {
    await pump.signIn();
    block(PUMP_TELEMETRY);
    for (const [messageId, topic] of [PUMP_TELEMETRY, ''].entries()) {
      const properties = { topicAlias: 1 };
      pump.client.publish(topic, '{}', { qos: 1, messageId: messageId + 1, properties });
      expect(await pump.client.next()).toMatchObject({ cmd: 'puback', reasonCode: 0x87 });
    }
    expect(stored()).toEqual([]);
  });
});

describe('a message on a blocked topic, in MQTT 3.1.1', () => {
  it('of QoS 1 is acknowledged and not stored, in its turn', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(4);
    pump.publish(1);
    await pump.written(1);
    block(PUMP_TELEMETRY);
    for (const id of [2, 3]) pump.publish(id);
    expect(await pump.client.ping()).toEqual([]);
    pump.endpoint.telemetry.settle();
    expect((await pump.client.take(3)).map(({ cmd, messageId }) => [cmd, messageId])).toEqual([
      ['puback', 1],
      ['puback', 2],
      ['puback', 3],
    ]);
    expect(stored()).toEqual(['{"seq":1}']);
    expect(blocked()).toBe(2);
  });

  it('of QoS 2 is acknowledged in both steps, once for all its copies', async () => {
    await pump.signIn(4);
    block(PUMP_TELEMETRY);
    pump.publish(9, 2);
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    block();
    pump.publish(9, 2, { dup: true });
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    pump.client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 9 });
    expect(stored()).toEqual([]);
    expect(blocked()).toBe(1);
  });
});

describe('a message of QoS 0 on a blocked topic', () => {
  it.each([4, 5] as const)(
    'is dropped in silence in protocol level %d, and counted as blocked',
    async (version) => {
      await pump.signIn(version);
      block(PUMP_TELEMETRY);
      pump.endpoint.telemetry.hasRoom = false;
      for (const id of upTo(3)) pump.publish(id, 0);
      expect(await pump.client.ping()).toEqual([]);
      expect(stored()).toEqual([]);
      expect([blocked(), pump.endpoint.traffic.dropsOf('buffer-full')]).toEqual([3, 0]);
    },
  );

  it('counts against the rate of the device', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 2 } }, { isClockStill: true });
    await pump.signIn();
    block(PUMP_TELEMETRY);
    for (const id of upTo(5)) pump.publish(id, 0);
    await until(() => pump.endpoint.traffic.dropsOf('rate') === 3);
    expect(blocked()).toBe(2);
  });
});

describe('a blocked topic', () => {
  it('of images stops no readings, and no images of other devices', async () => {
    await pump.signIn();
    block(PUMP_IMAGES);
    pump.client.publish(PUMP_IMAGES, 'an image', { qos: 1, messageId: 1 });
    expect(await pump.client.next()).toMatchObject({ messageId: 1, reasonCode: 0x87 });
    pump.publish(2);
    expect(await pump.client.next()).toMatchObject({ messageId: 2, reasonCode: 0 });
    block(PUMP_TELEMETRY);
    const tank = await RawClient.signedIn(pump.endpoint.port, TANK);
    tank.publish(TANK_TELEMETRY, '{"seq":3}', { qos: 1, messageId: 3 });
    expect(await tank.next()).toMatchObject({ messageId: 3, reasonCode: 0 });
    tank.close();
    expect(pump.endpoint.images.messages).toEqual([]);
    expect(stored()).toEqual(['{"seq":2}', '{"seq":3}']);
  });

  it('keeps also the beginning of an image from the log that is too large', async () => {
    await pump.signIn();
    block(PUMP_IMAGES);
    pump.client.publish(PUMP_IMAGES, Buffer.alloc(IMAGE_MAX_BYTES + 1), { qos: 1, messageId: 1 });
    expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }]);
    expect(pump.endpoint.images.messages).toEqual([]);
  });

  it('is judged and logged once for each connection, topic and change', async () => {
    const lines = jest.spyOn(logger, 'info').mockImplementation(() => undefined);
    const linesOf = () => lines.mock.calls.filter(([, message]) => message === 'messages blocked');
    const { blockedTopics } = pump.endpoint;
    await pump.signIn();
    for (const id of upTo(3)) pump.publish(id);
    await pump.client.take(3);
    expect(blockedTopics.lookedUp).toEqual([]);
    block(PUMP_TELEMETRY);
    for (const id of upTo(100)) pump.publish(id);
    await pump.client.take(100);
    expect(blockedTopics.lookedUp).toEqual([PUMP_TELEMETRY]);
    expect(linesOf()).toEqual([[{ deviceName: PUMP.name, topic: PUMP_TELEMETRY }, 'messages blocked']]);
    block(PUMP_TELEMETRY, PUMP_IMAGES);
    for (const id of upTo(10)) pump.publish(id);
    await pump.client.take(10);
    expect(blockedTopics.lookedUp).toEqual([PUMP_TELEMETRY, PUMP_TELEMETRY]);
    expect(linesOf()).toHaveLength(2);
  });
});
