import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { IConnackPacket, IConnectPacket, IDisconnectPacket } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { loginWith } from '../../testing/memory-logins.ts';
import { type Login, RawClient, type Version } from '../../testing/raw-client.ts';
import type { Verdict } from './collaborators.ts';

let endpoint: GivenEndpoint;

const openClient = (version: Version = 5) => RawClient.open(endpoint.port, version);

/** What a CONNECT is answered with, and that the connection is closed behind it. */
const refusalOf = async (login: Login, extras: Partial<IConnectPacket> = {}, version: Version = 5) => {
  const client = await openClient(version);
  client.connect(login, extras);
  const [answer] = (await client.untilClosed()) as IConnackPacket[];
  return version === 5 ? answer?.reasonCode : answer?.returnCode;
};

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => endpoint.stop());

describe.each([4, 5] as const)('a device that speaks MQTT with protocol level %d', (version) => {
  it('signs in with its name and password, whatever its client id', async () => {
    for (const clientId of ['', 'another device', PUMP.name]) {
      const client = await openClient(version);
      const { sessionPresent } = await client.signIn(PUMP, { clientId });
      expect(sessionPresent).toBe(false);
      client.close();
    }
  });

  it('is refused with another password, another name, or none', async () => {
    const wrong = version === 5 ? 0x86 : 4;
    expect(await refusalOf({ ...PUMP, password: 'guessed' }, {}, version)).toBe(wrong);
    expect(await refusalOf({ ...PUMP, password: TANK.password }, {}, version)).toBe(wrong);
    expect(await refusalOf({ ...PUMP, password: '' }, {}, version)).toBe(wrong);
    expect(await refusalOf({ ...PUMP, name: 'nobody' }, {}, version)).toBe(wrong);
    for (const name of ['#', '+', '$SYS', 'a/b', '../pump01', 'pump01\0', 'x'.repeat(3_000), '__proto__']) {
      expect(await refusalOf({ ...PUMP, name }, {}, version)).toBe(wrong);
    }
    const client = await openClient(version);
    const connect = { cmd: 'connect', protocolId: 'MQTT', clientId: 'x', protocolVersion: version } as const;
    client.send({ ...connect, clean: true, keepalive: 0 });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack' }]);
  });

  it('is let in where devices knows the login that we do not know yet', async () => {
    const answer = Promise.withResolvers<Verdict>();
    endpoint.logins.answer = () => answer.promise;
    const client = await openClient(version);
    // It may go on at once, before it is answered.
    client.connect({ name: 'newborn', password: 'secret' });
    client.publish('devices/newborn/telemetry', '{"TC1":1}', { qos: 1, messageId: 1 });
    await until(() => endpoint.logins.asked.length === 1);
    expect(endpoint.intake.arrivals).toHaveLength(0);
    answer.resolve({ outcome: 'accepted', login: loginWith('secret') });
    expect(await client.take(2)).toMatchObject([{ cmd: 'connack' }, { cmd: 'puback', messageId: 1 }]);
    expect(endpoint.intake.payloads).toEqual(['{"TC1":1}']);
    client.close();
  });

  it('is told to come again where nobody can say', async () => {
    endpoint.logins.answer = async () => ({ outcome: 'unavailable' });
    expect(await refusalOf({ name: 'newborn', password: 'secret' }, {}, version)).toBe(
      version === 5 ? 0x88 : 3,
    );
  });

  it('may have a last will for its own topic, and for no other', async () => {
    const will = { payload: Buffer.from('gone'), qos: 1 as const, retain: false };
    expect(await refusalOf(PUMP, { will: { ...will, topic: TANK_TELEMETRY } }, version)).toBe(
      version === 5 ? 0x87 : 5,
    );
    const client = await openClient(version);
    await client.signIn(PUMP, { will: { ...will, topic: PUMP_TELEMETRY } });
    client.close();
    await until(() => endpoint.server.connections.counts.open === 0);
    expect(endpoint.intake.arrivals).toHaveLength(0);
  });

  it('signs in once per connection', async () => {
    const client = await openClient(version);
    await client.signIn(PUMP);
    client.connect(PUMP);
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x82 }] : []);
  });
});

describe('what MQTT 5 tells a device', () => {
  it('is how it is served', async () => {
    const client = await openClient();
    const { properties } = await client.signIn(PUMP, { properties: { sessionExpiryInterval: 3_600 } });
    expect(properties).toMatchObject({
      receiveMaximum: 500,
      maximumPacketSize: 260 * 1024,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sessionExpiryInterval: 0,
    });
    expect(properties).not.toHaveProperty('maximumQoS');
    client.close();
  });

  it('is a client id where it brought none', async () => {
    const client = await openClient();
    const { properties } = await client.signIn(PUMP, { clientId: '' });
    expect(properties?.assignedClientIdentifier).toEqual(expect.stringMatching(/.{8,}/));
    client.close();
  });

  it('is left out where it is more than the device takes', async () => {
    const client = await openClient();
    client.connect({ ...PUMP, password: 'guessed' }, { properties: { maximumPacketSize: 10 } });
    const [answer] = (await client.untilClosed()) as IConnackPacket[];
    expect(answer).toMatchObject({ reasonCode: 0x86 });
    expect(answer?.properties).toBeUndefined();
  });
});

describe('a CONNECT', () => {
  it('of another version is told so', async () => {
    const level = (name: string, version: number) =>
      Buffer.concat([
        Buffer.from([0x10, 10 + name.length, 0, name.length]),
        Buffer.from(name),
        Buffer.from([version, 2, 0, 60, 0, 2, 0x69, 0x64]),
      ]);
    for (const [bytes, answer] of [
      [level('MQIsdp', 3), [0x20, 2, 0, 1]],
      [level('MQTT', 3), [0x20, 2, 0, 1]],
      [level('MQTT', 0x84), [0x20, 2, 0, 1]],
    ] as const) {
      const client = await openClient(4);
      client.send(bytes);
      expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack', returnCode: answer[3] }]);
    }
    const later = await openClient();
    later.send(level('MQTT', 6));
    expect(await later.untilClosed()).toMatchObject([{ cmd: 'connack', reasonCode: 0x84 }]);
  });

  it('of something else is not answered', async () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00',
      '\x10\x06\0\x04NATS',
      '\0\0',
    ]) {
      const client = await openClient();
      client.send(Buffer.from(bytes, 'latin1'));
      client.socket.end();
      expect(await client.untilClosed()).toEqual([]);
      expect(client.received).toBe(0);
    }
  });

  it('comes first', async () => {
    const client = await openClient();
    client.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.intake.arrivals).toHaveLength(0);
  });

  it('is refused where it asks for what is not there', async () => {
    const will = { topic: PUMP_TELEMETRY, payload: Buffer.from(''), qos: 0 as const };
    expect(await refusalOf(PUMP, { will: { ...will, retain: true } })).toBe(0x9a);
    expect(await refusalOf(PUMP, { properties: { authenticationMethod: 'SCRAM-SHA-1' } })).toBe(0x8c);
    expect(await refusalOf(PUMP, { properties: { receiveMaximum: 0 } })).toBe(0x82);
    expect(await refusalOf(PUMP, { properties: { maximumPacketSize: 0 } })).toBe(0x82);
  });

  it('of MQTT 3.1.1 without a client id is for a clean session', async () => {
    const client = await openClient(4);
    const { name: username, password } = PUMP;
    const connect = {
      cmd: 'connect',
      clientId: '',
      clean: true,
      username,
      password: Buffer.from(password),
    } as const;
    const bytes = client.bytesOf(connect);
    bytes[9]! &= ~0x02;
    client.send(bytes);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack', returnCode: 2 }]);
  });

  it('that cannot be read is told so in MQTT 5', async () => {
    const client = await openClient();
    const whole = client.bytesOf({ cmd: 'connect', clientId: 'x', protocolVersion: 5, username: 'pump01' });
    const short = whole.subarray(0, whole.length - 3);
    short[1]! -= 3;
    client.send(short);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack', reasonCode: 0x81 }]);
  });

  it('is waited for no longer than a moment, also where it comes byte by byte', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ connectTimeoutMs: 150 });
    const silent = await openClient();
    const slow = await openClient();
    const bytes = slow.bytesOf({ cmd: 'connect', clientId: 'x', protocolVersion: 5, username: 'pump01' });
    let at = 0;
    const drip = setInterval(() => slow.send(bytes.subarray(at, ++at)), 50);
    expect(await silent.untilClosed()).toEqual([]);
    // Had it come to the end of its bytes, it would have been answered.
    expect(await slow.untilClosed()).toEqual([]);
    clearInterval(drip);
  });
});

describe('a second connection of a device', () => {
  it.each([
    [4, []],
    [5, [{ cmd: 'disconnect', reasonCode: 0x8e }]],
  ] as const)('ends the first, which in protocol level %d is told %j', async (version, farewell) => {
    const first = await RawClient.signedIn(endpoint.port, PUMP, version, { clientId: 'one' });
    const second = await RawClient.signedIn(endpoint.port, PUMP, version, { clientId: 'two' });
    expect(await first.untilClosed()).toMatchObject(farewell);
    expect(await second.ping()).toEqual([]);
    expect(endpoint.server.connections.counts.signedIn).toBe(1);
    second.close();
  });

  it('of another device with the same client id ends nothing', async () => {
    const pump = await RawClient.signedIn(endpoint.port, PUMP, 5, { clientId: 'same' });
    const tank = await RawClient.signedIn(endpoint.port, TANK, 5, { clientId: 'same' });
    expect(await pump.ping()).toEqual([]);
    expect(await tank.ping()).toEqual([]);
    pump.close();
    tank.close();
  });

  it('at another replica ends the one here', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    expect(endpoint.announced).toMatchObject([{ name: PUMP.name }]);
    endpoint.server.connections.signedInElsewhere(TANK.name, Date.now() + 10);
    endpoint.server.connections.signedInElsewhere(PUMP.name, Date.now() + 10);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }]);
  });

  it('at another replica at the same time leaves one of the two', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.server.connections.signedInElsewhere(PUMP.name, endpoint.announced[0]!.signedInAt - 10);
    expect(await client.ping()).toEqual([]);
    client.close();
  });
});

describe('a login', () => {
  it('that ends takes its connection along, at once', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    const { logins, server } = endpoint;
    server.connections.endIfRevoked(PUMP.name);
    expect(await client.ping()).toEqual([]);
    logins.revoked.add(PUMP.name);
    server.connections.endIfRevoked(PUMP.name);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);

    const other = await RawClient.signedIn(endpoint.port, TANK, 4);
    logins.revoked.add(TANK.name);
    server.connections.endIfRevoked(TANK.name);
    expect(await other.untilClosed()).toEqual([]);
  });

  it('that ends while somebody is asked about it is refused, and ends no other connection', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.logins.answer = async () => {
      endpoint.logins.revoked.add(PUMP.name);
      return { outcome: 'accepted', login: loginWith('former') };
    };
    expect(await refusalOf({ ...PUMP, password: 'former' })).toBe(0x86);
    expect(await client.ping()).toEqual([]);
    client.close();
  });
});

describe('failed sign-ins', () => {
  it('are answered without a question after five a minute, and do not lock the device out', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ signInFailures: 5 });
    const wrong = { ...PUMP, password: 'guessed' };
    for (let count = 0; count < 5; count++) expect(await refusalOf(wrong)).toBe(0x86);
    expect(await refusalOf(wrong)).toBe(0x97);
    expect(await refusalOf(wrong, {}, 4)).toBe(5);
    expect(endpoint.logins.asked).toHaveLength(5);
    expect(await refusalOf({ ...TANK, password: 'guessed' })).toBe(0x86);
    const rightful = await RawClient.signedIn(endpoint.port, PUMP);
    expect(await rightful.ping()).toEqual([]);
    rightful.close();
    expect(endpoint.traffic.signInsOf('too-many-failures')).toBe(2);
  });
});

describe('a device that signs off', () => {
  it.each([4, 5] as const)('is gone at once, in protocol level %d', async (version) => {
    const client = await RawClient.signedIn(endpoint.port, PUMP, version);
    client.send({ cmd: 'disconnect' } as IDisconnectPacket);
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.server.connections.counts.signedIn).toBe(0);
    expect(endpoint.traffic.endsOf('disconnect')).toBe(1);
  });
});
