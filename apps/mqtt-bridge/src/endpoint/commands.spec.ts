import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { IPublishPacket, ISubackPacket, Packet } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_COMMANDS,
  TANK,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
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

const subscribe = async (qos: 0 | 1 = 1) => {
  client.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: PUMP_COMMANDS, qos }] });
  const answer = (await client.next()) as ISubackPacket;
  expect(answer.granted).toEqual([qos]);
};
const unsubscribe = async () => {
  client.send({ cmd: 'unsubscribe', messageId: 10, unsubscriptions: [PUMP_COMMANDS] });
  expect(await client.next()).toMatchObject({ cmd: 'unsuback' });
};
const idOf = (packet: Packet): string => {
  const { payload, ...publish } = packet as IPublishPacket;
  expect(publish).toMatchObject({ cmd: 'publish', topic: PUMP_COMMANDS, dup: false, retain: false });
  const { id, command } = JSON.parse(payload.toString()) as { id: string; command: string };
  expect(command).toBe(`do ${id}`);
  return id;
};
const acknowledge = (packet: Packet, reasonCode = 0) =>
  client.send({ cmd: 'puback', messageId: (packet as IPublishPacket).messageId!, reasonCode });
/** Adds commands as a fact brings them. */
const add = (...ids: string[]) => {
  endpoint.commands.add(...ids);
  endpoint.server.connections.sendMore(PUMP.name);
};

describe.each([4, 5] as const)('commands in protocol level %d', (version) => {
  beforeEach(async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, version);
  });

  it('come behind the SUBACK in their order, and count as delivered once the device has acknowledged them', async () => {
    endpoint.commands.add('a', 'b');
    expect(await client.ping()).toEqual([]);
    await subscribe();
    const sent = await client.take(2);
    expect(sent.map(idOf)).toEqual(['a', 'b']);
    expect(sent.map((packet) => (packet as IPublishPacket).qos)).toEqual([1, 1]);
    expect(endpoint.commands.done).toEqual([]);
    acknowledge(sent[1]!);
    acknowledge(sent[0]!);
    expect(await client.ping()).toEqual([]);
    expect(endpoint.commands.done).toEqual(['b', 'a']);
    const { traffic } = endpoint;
    expect([traffic.commandsOf('sent'), traffic.commandsOf('acknowledged')]).toEqual([2, 2]);
  });

  it('come at once while the device is subscribed, and not any more after it has unsubscribed', async () => {
    await subscribe();
    add('a');
    acknowledge(await client.next());
    await unsubscribe();
    add('b');
    expect(await client.ping()).toEqual([]);
    await subscribe();
    expect(idOf(await client.next())).toBe('b');
  });

  it('are not sent twice over one connection, even if the device subscribes again', async () => {
    endpoint.commands.add('a');
    await subscribe();
    const first = await client.next();
    await subscribe();
    endpoint.server.connections.sendMore(PUMP.name);
    expect(await client.ping()).toEqual([]);
    acknowledge(first);
    acknowledge(first);
    expect(await client.ping()).toEqual([]);
    expect(endpoint.commands.done).toEqual(['a']);
  });

  it('come again over the next connection unless they were acknowledged', async () => {
    endpoint.commands.add('a', 'b');
    await subscribe();
    const [first] = await client.take(2);
    acknowledge(first!);
    await until(() => endpoint.commands.done.length === 1);
    client.close();
    client = await RawClient.signedIn(endpoint.port, PUMP, version, { clean: false });
    await subscribe();
    expect(idOf(await client.next())).toBe('b');
    expect(await client.ping()).toEqual([]);
  });

  it('with QoS 0 count as delivered once they are written', async () => {
    endpoint.commands.add('a');
    await subscribe(0);
    const sent = await client.next();
    expect([idOf(sent), (sent as IPublishPacket).qos]).toEqual(['a', 0]);
    expect(endpoint.commands.done).toEqual(['a']);
  });

  it('wait in the source while as many are unacknowledged as may be', async () => {
    const ids = Array.from({ length: 50 }, (_, place) => `c${place}`);
    endpoint.commands.add(...ids);
    await subscribe();
    const sent = await client.ping();
    expect(sent.map(idOf)).toEqual(ids.slice(0, 20));
    acknowledge(sent[3]!);
    expect((await client.ping()).map(idOf)).toEqual(['c20']);
    add('one more');
    expect(await client.ping()).toEqual([]);
  });

  it('wait until it is known which were acknowledged over earlier connections', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    endpoint.commands.recalled = promise;
    endpoint.commands.add('a', 'b');
    await subscribe();
    await subscribe();
    add('c');
    expect(await client.ping()).toEqual([]);
    endpoint.commands.acknowledged({ deviceName: PUMP.name, deviceKey: 1 }, 'a');
    resolve();
    expect((await client.take(2)).map(idOf)).toEqual(['b', 'c']);
    expect(await client.ping()).toEqual([]);
  });

  it('are sent on when a deleted one that was under way is acknowledged', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ commandsAtOnce: 1 });
    client = await RawClient.signedIn(endpoint.port, PUMP, version);
    endpoint.commands.add('a', 'b', 'c');
    await subscribe();
    const first = await client.next();
    endpoint.commands.pending.splice(0, 2);
    acknowledge(first);
    expect(idOf(await client.next())).toBe('c');
  });

  it('whose acknowledgement is malformed end the connection', async () => {
    client.send(Buffer.from([0x40, 1, 0]));
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x81 }] : []);
  });
});

describe('commands in MQTT 5', () => {
  it("respect the device's receive maximum", async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, 5, { properties: { receiveMaximum: 2 } });
    endpoint.commands.add('a', 'b', 'c');
    await subscribe();
    const sent = await client.ping();
    expect(sent.map(idOf)).toEqual(['a', 'b']);
    acknowledge(sent[0]!);
    expect(idOf(await client.next())).toBe('c');
  });

  it('that are larger than the device takes stay pending, are reported as too large once, and hold up no other', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, 5, { properties: { maximumPacketSize: 100 } });
    endpoint.commands.pending.push({ id: 'large', command: 'x'.repeat(200) });
    endpoint.commands.add('a');
    await subscribe();
    acknowledge(await client.next());
    add('b');
    acknowledge(await client.next());
    expect(await client.ping()).toEqual([]);
    expect(endpoint.commands.done).toEqual(['a', 'b']);
    expect(endpoint.commands.tooLargeOnes).toEqual(['large']);
  });

  it('are acknowledged by any reason code, as the device must not get them again', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.commands.add('a');
    await subscribe();
    acknowledge(await client.next(), 0x83);
    await until(() => endpoint.commands.done.length === 1);
  });
});

describe('a device that does not read', () => {
  it('gets no further commands into its socket, with QoS 0 either, until it reads again', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP);
    await subscribe(0);
    client.socket.pause();
    const texts = Array.from({ length: 20_000 }, (_, place) => ({
      id: `${place}`,
      command: 'x'.repeat(1_000),
    }));
    endpoint.commands.pending.push(...texts);
    endpoint.server.connections.sendMore(PUMP.name);
    const sent = endpoint.commands.done.length;
    expect(sent).toBeLessThan(texts.length / 2);
    client.socket.resume();
    await until(() => endpoint.commands.done.length > sent);
  });
});

describe("another device's commands", () => {
  it('are not sent, because a device gets only its own', async () => {
    client = await RawClient.signedIn(endpoint.port, TANK);
    endpoint.commands.add('a');
    client.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: PUMP_COMMANDS, qos: 1 }] });
    expect(await client.next()).toMatchObject({ cmd: 'suback', granted: [0x87] });
    expect(await client.ping()).toEqual([]);
  });
});
