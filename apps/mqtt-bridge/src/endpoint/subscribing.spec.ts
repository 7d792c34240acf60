import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ISubackPacket, ISubscribePacket } from 'mqtt-packet';
import { type GivenEndpoint, PUMP, PUMP_COMMANDS, givenEndpoint } from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;
let client: RawClient;

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(async () => {
  client.close();
  await endpoint.stop();
});

const subscribe = async (filters: string[], qos: 0 | 1 | 2 = 1, extras: Partial<ISubscribePacket> = {}) => {
  const subscriptions = filters.map((topic) => ({ topic, qos }));
  client.send({ cmd: 'subscribe', messageId: 11, subscriptions, ...extras });
  const answer = (await client.next()) as ISubackPacket;
  expect(answer).toMatchObject({ cmd: 'suback', messageId: 11 });
  return answer.granted;
};

const foreign = [
  '#',
  '+',
  'devices/#',
  'devices/+/command',
  'devices/pump01/#',
  'devices/pump01/telemetry',
  'devices/tank_02/command',
  '$SYS/#',
  '$share/group/devices/pump01/command',
  'devices/pump01/command/',
];

describe.each([
  [4, 0x80],
  [5, 0x87],
] as const)('a subscription in protocol level %d', (version, refused) => {
  beforeEach(async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, version);
  });

  it('to its own commands is granted, with QoS 1 at most', async () => {
    expect(await subscribe([PUMP_COMMANDS], 0)).toEqual([0]);
    expect(await subscribe([PUMP_COMMANDS], 1)).toEqual([1]);
    expect(await subscribe([PUMP_COMMANDS], 2)).toEqual([1]);
  });

  it('to anything else is refused, one by one, and keeps the connection', async () => {
    for (const filter of foreign) expect(await subscribe([filter])).toEqual([refused]);
    expect(await subscribe(['#', PUMP_COMMANDS, 'x'])).toEqual([refused, 1, refused]);
    expect(await client.ping()).toEqual([]);
  });

  it('can be ended', async () => {
    await subscribe([PUMP_COMMANDS]);
    for (const granted of [
      [0, 0x11],
      [0x11, 0x11],
    ]) {
      client.send({ cmd: 'unsubscribe', messageId: 12, unsubscriptions: [PUMP_COMMANDS, '#'] });
      expect(await client.next()).toMatchObject({
        cmd: 'unsuback',
        messageId: 12,
        ...(version === 5 && { granted }),
      });
    }
  });

  it('without topics ends the connection', async () => {
    client.send(Buffer.from(version === 5 ? [0x82, 3, 0, 1, 0] : [0x82, 2, 0, 1]));
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x82 }] : []);
  });

  it('to 10,000 topics at once is too large', async () => {
    const subscriptions = Array.from({ length: 10_000 }, (_, index) => ({
      topic: `t/${index}`,
      qos: 0 as const,
    }));
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x95 }] : []);
  });
});

describe('a subscription identifier', () => {
  it('ends the connection, as the CONNACK has ruled it out', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP);
    const subscriptions = [{ topic: PUMP_COMMANDS, qos: 1 as const }];
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions, properties: { subscriptionIdentifier: 5 } });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0xa1 }]);
  });
});
