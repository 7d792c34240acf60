import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { PUMP, PUMP_IMAGES, PUMP_TELEMETRY, TANK_TELEMETRY } from '../../testing/given-endpoint.ts';
import { PublishingDevice, upTo } from '../../testing/publishing-device.ts';

let pump: PublishingDevice;

beforeEach(async () => {
  pump = await PublishingDevice.start();
});
afterEach(() => pump.stop());

const refused = () =>
  pump.endpoint.refused.map(({ topic, payload, ...refusal }) => ({
    ...refusal,
    topic: topic?.toString(),
    payload: payload.toString().slice(0, 20),
  }));
const OF_PUMP = { deviceName: PUMP.name, deviceKey: expect.any(Number) };

describe('the log gets, with the reason,', () => {
  it.each([4, 5] as const)('a message to another topic, in protocol level %d', async (version) => {
    await pump.signIn(version);
    pump.client.publish(TANK_TELEMETRY, '{"TC1":9}', { qos: 1, messageId: 1 });
    await until(() => pump.endpoint.refused.length === 1);
    expect(refused()).toMatchObject([
      {
        ...OF_PUMP,
        reason: 'a device may publish on its own topics only',
        topic: TANK_TELEMETRY,
        payload: '{"TC1":9}',
      },
    ]);
  });

  it('a message to another topic by its alias with the topic, until that is blocked', async () => {
    await pump.signIn();
    const publish = (topic: string, payload: string, more: { messageId: number; retain?: boolean }) =>
      pump.client.publish(topic, payload, { qos: 1, properties: { topicAlias: 1 }, ...more });
    publish(TANK_TELEMETRY, 'in full', { messageId: 1 });
    publish('', 'by alias', { messageId: 2 });
    await pump.client.take(2);
    pump.endpoint.blockedTopics.set(TANK_TELEMETRY);
    publish('', 'blocked', { messageId: 3 });
    await pump.client.take(1);
    publish('', 'blocked and to be retained', { messageId: 4, retain: true });
    await pump.client.untilClosed();
    expect(refused()).toMatchObject([
      { ...OF_PUMP, topic: TANK_TELEMETRY, payload: 'in full' },
      { ...OF_PUMP, topic: TANK_TELEMETRY, payload: 'by alias' },
    ]);
  });

  it('messages of QoS 0 beyond the rate, and messages for which there is no room', async () => {
    await pump.restart({ rate: { perSecond: 1, burst: 1 } }, { isClockStill: true });
    await pump.signIn();
    for (const id of upTo(5)) pump.publish(id, 0);
    await until(() => pump.endpoint.refused.length >= 4);
    expect(refused()[0]).toMatchObject({
      ...OF_PUMP,
      reason: 'its device sends more than it may',
      content: 'telemetry',
    });
    const before = pump.endpoint.refused.length;
    pump.endpoint.images.hasRoom = false;
    pump.client.publish(PUMP_IMAGES, 'an image');
    await until(() => pump.endpoint.refused.length > before);
    expect(refused().at(-1)).toMatchObject({
      ...OF_PUMP,
      reason: 'there was no room for it',
      content: 'image',
      payload: 'an image',
    });
  });

  it('the beginning of a reading that is too large, with its size', async () => {
    await pump.signIn();
    const size = 300 * 1024;
    pump.client.publish(PUMP_TELEMETRY, Buffer.alloc(size, 'x'), { qos: 1, messageId: 1 });
    await pump.client.untilClosed();
    expect(refused()).toMatchObject([
      { ...OF_PUMP, reason: 'it is too large', topic: PUMP_TELEMETRY, bytes: size },
    ]);
  });

  it.each([PUMP_TELEMETRY, PUMP_IMAGES, TANK_TELEMETRY])(
    'a message to be retained over MQTT 5, on %s',
    async (topic) => {
      await pump.signIn();
      pump.client.publish(topic, 'kept', { qos: 1, messageId: 1, retain: true });
      expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x9a }]);
      expect(refused()).toMatchObject([
        {
          ...OF_PUMP,
          reason: 'it has the retain flag, and retained messages are not supported',
          topic,
          payload: 'kept',
          bytes: 4,
        },
      ]);
    },
  );

  it.each([4, 5] as const)(
    'the QoS 2 message beyond the unreleased ones, in protocol level %d',
    async (version) => {
      await pump.restart({ receiveMaximum: 2 });
      await pump.signIn(version);
      for (const id of upTo(3)) {
        pump.publish(id, 2);
        if (id < 3) expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec' });
      }
      await pump.client.untilClosed();
      expect(refused()).toMatchObject([
        {
          ...OF_PUMP,
          reason: 'too many messages with QoS 2 wait for their release',
          topic: PUMP_TELEMETRY,
          payload: '{"seq":3}',
        },
      ]);
    },
  );

  it('nothing of a topic that is blocked', async () => {
    pump.endpoint.blockedTopics.set(TANK_TELEMETRY, PUMP_TELEMETRY);
    await pump.signIn();
    pump.client.publish(TANK_TELEMETRY, '{"TC1":9}', { qos: 1, messageId: 1 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', reasonCode: 0x87 });
    pump.client.publish(PUMP_TELEMETRY, Buffer.alloc(300 * 1024), { qos: 1, messageId: 2 });
    await pump.client.untilClosed();
    await pump.signIn();
    pump.publish(3, 1, { retain: true });
    await pump.client.untilClosed();
    expect(refused()).toEqual([]);
  });

  it('nothing of a message that is stored, or of another packet that is too large', async () => {
    await pump.signIn();
    pump.publish(1);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback' });
    const subscriptions = upTo(10_000).map((number) => ({
      topic: `devices/pump01/${number}`,
      qos: 0 as const,
    }));
    pump.client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    await pump.client.untilClosed();
    expect(refused()).toEqual([]);
  });
});
