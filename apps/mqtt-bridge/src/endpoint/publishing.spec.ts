import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { IConnectPacket, IPubackPacket } from 'mqtt-packet';
import { PUMP, PUMP_TELEMETRY, TANK_TELEMETRY } from '../../testing/given-endpoint.ts';
import { PublishingDevice, upTo } from '../../testing/publishing-device.ts';
import { RawClient } from '../../testing/raw-client.ts';

let pump: PublishingDevice;

beforeEach(async () => {
  pump = await PublishingDevice.start();
});
afterEach(() => pump.stop());

describe.each([4, 5] as const)('a message of QoS 1, in protocol level %d', (version) => {
  it('is acknowledged once it is stored, and not before', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(version);
    pump.publish(7);
    expect(await pump.client.ping()).toEqual([]);
    expect(pump.endpoint.telemetry.messages).toMatchObject([{ deviceName: PUMP.name }]);
    pump.endpoint.telemetry.settle();
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 7 });
    expect(pump.endpoint.traffic.messagesOf('stored')).toBe(1);
  });

  it('is acknowledged in the order of publishing, with many in flight', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(version);
    for (const id of upTo(200)) pump.publish(id);
    await pump.written(200);
    pump.endpoint.telemetry.settle([...pump.endpoint.telemetry.messages].reverse());
    const acknowledged = (await pump.client.take(200)).map(({ messageId }) => messageId);
    expect(acknowledged).toEqual(upTo(200));
  });

  it('is stored once when it is sent again while it is in flight', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(version);
    pump.publish(3);
    pump.publish(3, 1, { dup: true });
    expect(await pump.client.ping()).toEqual([]);
    expect(pump.endpoint.telemetry.messages).toHaveLength(1);
    pump.endpoint.telemetry.settle();
    expect(await pump.client.ping()).toMatchObject([{ cmd: 'puback', messageId: 3 }]);
  });

  it('may have 256 KB, and ends the connection with one byte more', async () => {
    await pump.signIn(version);
    pump.client.publish(PUMP_TELEMETRY, Buffer.alloc(256 * 1024), { qos: 1, messageId: 1 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    expect(pump.endpoint.telemetry.messages[0]!.payload).toHaveLength(256 * 1024);
    pump.client.publish(PUMP_TELEMETRY, Buffer.alloc(256 * 1024 + 1), { qos: 1, messageId: 2 });
    const farewell = await pump.client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x95 }] : []);
    expect(pump.endpoint.telemetry.messages).toHaveLength(1);
  });

  it('is accepted with any payload', async () => {
    await pump.signIn(version);
    for (const payload of ['', 'not JSON', '\0\0', '{"deviceId":"tank_02","TC1":1}']) {
      pump.client.publish(PUMP_TELEMETRY, payload, { qos: 1, messageId: 1 });
      expect(await pump.client.next()).toMatchObject({ cmd: 'puback' });
    }
    expect(pump.endpoint.telemetry.payloads).toEqual([
      '',
      'not JSON',
      '\0\0',
      '{"deviceId":"tank_02","TC1":1}',
    ]);
  });
});

describe('a message of QoS 1 that can never be stored', () => {
  it('is refused in MQTT 5', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn();
    pump.publish(1);
    pump.publish(2);
    await pump.written(2);
    pump.endpoint.telemetry.settle(pump.endpoint.telemetry.messages.slice(0, 1), 'refused');
    pump.endpoint.telemetry.settle(pump.endpoint.telemetry.messages.slice(1));
    expect(await pump.client.take(2)).toMatchObject([
      { messageId: 1, reasonCode: 0x83 },
      { messageId: 2, reasonCode: 0 },
    ]);
  });

  it('ends the connection in MQTT 3.1.1, which has no code for it', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(4);
    pump.publish(1);
    await pump.written(1);
    pump.endpoint.telemetry.settle(undefined, 'refused');
    expect(await pump.client.untilClosed()).toEqual([]);
  });
});

describe.each([4, 5] as const)('a message of QoS 2, in protocol level %d', (version) => {
  it('gets a PUBREC once it is stored, and a PUBCOMP once it is released', async () => {
    pump.endpoint.telemetry.settlesAtOnce = false;
    await pump.signIn(version);
    pump.publish(9, 2);
    expect(await pump.client.ping()).toEqual([]);
    pump.endpoint.telemetry.settle();
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    pump.client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 9 });
    pump.client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await pump.client.next()).toMatchObject({
      cmd: 'pubcomp',
      messageId: 9,
      ...(version === 5 && { reasonCode: 0x92 }),
    });
  });

  it('is stored once when it is sent again before it is released', async () => {
    await pump.signIn(version);
    pump.publish(9, 2);
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    pump.publish(9, 2, { dup: true });
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    expect(pump.endpoint.telemetry.messages).toHaveLength(1);
    pump.client.send({ cmd: 'pubrel', messageId: 9 });
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubcomp' });
    pump.publish(9, 2);
    expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId: 9 });
    expect(pump.endpoint.telemetry.messages).toHaveLength(2);
  });

  it('ends the connection beyond the limit of unreleased messages', async () => {
    await pump.restart({ receiveMaximum: 10 });
    await pump.signIn(version);
    for (const id of upTo(11)) pump.publish(id, 2);
    const answers = await pump.client.untilClosed();
    expect(pump.endpoint.telemetry.messages).toHaveLength(10);
    expect(answers.at(-1)).toMatchObject(
      version === 5 ? { cmd: 'disconnect', reasonCode: 0x93 } : { cmd: 'pubrec' },
    );
  });
});

describe('a message of QoS 0', () => {
  it('is stored and not acknowledged', async () => {
    await pump.signIn();
    pump.publish(0, 0);
    expect(await pump.client.ping()).toEqual([]);
    await until(() => pump.endpoint.traffic.messagesOf('stored') === 1);
  });

  it('is dropped and counted while the buffer is full', async () => {
    await pump.signIn();
    pump.endpoint.telemetry.hasRoom = false;
    for (const id of upTo(5)) pump.publish(id, 0);
    expect(await pump.client.ping()).toEqual([]);
    expect(pump.endpoint.traffic.dropsOf('buffer-full')).toBe(5);
    pump.endpoint.telemetry.hasRoom = true;
    pump.publish(6, 0);
    await pump.client.ping();
    expect(pump.endpoint.telemetry.payloads).toEqual(['{"seq":6}']);
  });
});

describe('a message to another topic', () => {
  const others = [
    TANK_TELEMETRY,
    'devices/tank_02/image',
    'devices/pump01/command',
    'devices/pump01/telemetry/',
    'devices/PUMP01/telemetry',
    '$SYS/broker',
    'x',
    't'.repeat(65_535),
  ];

  it('is refused with a reason in MQTT 5, and the connection stays open', async () => {
    await pump.signIn();
    for (const [index, topic] of others.entries()) {
      const messageId = index + 1;
      pump.client.publish(topic, '{}', { qos: 1, messageId });
      expect(await pump.client.next()).toMatchObject({ cmd: 'puback', messageId, reasonCode: 0x87 });
      pump.client.publish(topic, '{}', { qos: 2, messageId });
      expect(await pump.client.next()).toMatchObject({ cmd: 'pubrec', messageId, reasonCode: 0x87 });
    }
    expect(pump.endpoint.telemetry.messages).toHaveLength(0);
    pump.publish(1);
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 });
  });

  it('is refused in words, unless the device wants none or takes no packet of that size', async () => {
    const wordsFor = async (properties: NonNullable<IConnectPacket['properties']>) => {
      const client = await RawClient.signedIn(pump.endpoint.port, PUMP, 5, { properties });
      client.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId: 1 });
      const answer = (await client.next()) as IPubackPacket;
      expect(answer).toMatchObject({ cmd: 'puback', messageId: 1, reasonCode: 0x87 });
      client.close();
      return answer.properties?.reasonString;
    };
    const words = 'A device may use only its own topics';
    expect(await wordsFor({})).toBe(words);
    expect(await wordsFor({ requestProblemInformation: true })).toBe(words);
    expect(await wordsFor({ requestProblemInformation: false })).toBeUndefined();
    expect(await wordsFor({ maximumPacketSize: 30 })).toBeUndefined();
  });

  it('ends the connection where no packet can refuse it', async () => {
    for (const topic of others) {
      await pump.signIn();
      pump.client.publish(topic, '{}');
      expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x87 }]);
      for (const qos of [0, 1, 2] as const) {
        await pump.signIn(4);
        pump.client.publish(topic, '{}', { qos, messageId: 1 });
        expect(await pump.client.untilClosed()).toEqual([]);
      }
    }
    expect(pump.endpoint.telemetry.messages).toHaveLength(0);
  });

  it('ends the connection where the topic is invalid', async () => {
    for (const [topic, reasonCode] of [
      ['devices/+/telemetry', 0x90],
      ['#', 0x90],
      ['devices/pump01/telemetry\0', 0x81],
    ] as const) {
      await pump.signIn();
      pump.client.publish(topic, '{}', { qos: 1, messageId: 1 });
      expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode }]);
    }
  });
});

describe('a message to be retained', () => {
  it('ends the connection in MQTT 5, whose CONNACK excludes it', async () => {
    await pump.signIn();
    pump.publish(1, 1, { retain: true });
    expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x9a }]);
  });

  it('is accepted like any other in MQTT 3.1.1', async () => {
    await pump.signIn(4);
    pump.publish(1, 1, { retain: true });
    expect(await pump.client.next()).toMatchObject({ cmd: 'puback' });
    expect(pump.endpoint.telemetry.messages).toHaveLength(1);
  });
});

describe('a topic alias', () => {
  const aliased = (topic: string, topicAlias: number, messageId: number) =>
    pump.client.publish(topic, '{}', { qos: 1, messageId, properties: { topicAlias } });

  it('stands for the topic that it was last sent with', async () => {
    await pump.signIn();
    aliased(PUMP_TELEMETRY, 1, 1);
    aliased('', 1, 2);
    aliased(TANK_TELEMETRY, 2, 3);
    aliased('', 2, 4);
    aliased(PUMP_TELEMETRY, 2, 5);
    aliased('', 2, 6);
    const codes = (await pump.client.take(6)).map((packet) => (packet as { reasonCode: number }).reasonCode);
    expect(codes).toEqual([0, 0, 0x87, 0x87, 0, 0]);
    expect(pump.endpoint.telemetry.messages).toHaveLength(4);
  });

  it('ends the connection where it is unknown or too high', async () => {
    for (const [alias, reasonCode] of [
      [5, 0x82],
      [9, 0x94],
    ] as const) {
      await pump.signIn();
      aliased(alias === 5 ? '' : PUMP_TELEMETRY, alias, 1);
      expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode }]);
    }
    await pump.signIn();
    pump.client.publish('', '{}', { qos: 1, messageId: 1 });
    expect(await pump.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x82 }]);
  });
});
