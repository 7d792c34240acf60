import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RateLimit } from '@telemon/platform/redis/rate-limits';
import { until } from '@telemon/testing/waiting';
import type { IConnackPacket } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { loginWith } from '../../testing/memory-logins.ts';
import { RawClient, type Version } from '../../testing/raw-client.ts';
import { refusalOf } from '../../testing/refused-sign-in.ts';
import type { Verdict } from './authenticator.ts';
import { SignInLimit } from './sign-in-limit.ts';

let endpoint: GivenEndpoint;

const openClient = (version: Version = 5) => RawClient.open(endpoint.port, version);

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => endpoint.stop());

describe.each([4, 5] as const)('a device that speaks MQTT with protocol level %d', (version) => {
  it('signs in with its name and password, and with any client id', async () => {
    for (const clientId of ['', 'another device', PUMP.name]) {
      const client = await openClient(version);
      const { sessionPresent } = await client.signIn(PUMP, { clientId });
      expect(sessionPresent).toBe(false);
      client.close();
    }
  });

  it('is refused with a wrong password or name, and without a login', async () => {
    const wrong = version === 5 ? 0x86 : 4;
    expect(await refusalOf(endpoint.port, { ...PUMP, password: 'guessed' }, {}, version)).toBe(wrong);
    expect(await refusalOf(endpoint.port, { ...PUMP, password: TANK.password }, {}, version)).toBe(wrong);
    expect(await refusalOf(endpoint.port, { ...PUMP, password: '' }, {}, version)).toBe(wrong);
    expect(await refusalOf(endpoint.port, { ...PUMP, name: 'nobody' }, {}, version)).toBe(wrong);
    for (const name of ['#', '+', '$SYS', 'a/b', '../pump01', 'pump01\0', 'x'.repeat(3_000), '__proto__']) {
      expect(await refusalOf(endpoint.port, { ...PUMP, name }, { clientId: 'x' }, version)).toBe(wrong);
    }
    const client = await openClient(version);
    const connect = { cmd: 'connect', protocolId: 'MQTT', clientId: 'x', protocolVersion: version } as const;
    client.send({ ...connect, clean: true, keepalive: 0 });
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack' }]);
  });

  it('is accepted with a login that the devices service knows and the bridge does not yet', async () => {
    const answer = Promise.withResolvers<Verdict>();
    endpoint.logins.answer = () => answer.promise;
    const client = await openClient(version);
    // A client may publish before the CONNACK.
    client.connect({ name: 'newborn', password: 'secret' });
    client.publish('devices/newborn/telemetry', '{"TC1":1}', { qos: 1, messageId: 1 });
    await until(() => endpoint.logins.lookedUp.length === 1);
    expect(endpoint.telemetry.messages).toHaveLength(0);
    answer.resolve({ outcome: 'accepted', login: loginWith('secret') });
    expect(await client.take(2)).toMatchObject([{ cmd: 'connack' }, { cmd: 'puback', messageId: 1 }]);
    expect(endpoint.telemetry.payloads).toEqual(['{"TC1":1}']);
    client.close();
  });

  it('is told that the server is unavailable where the login cannot be checked', async () => {
    endpoint.logins.answer = async () => ({ outcome: 'unavailable' });
    expect(await refusalOf(endpoint.port, { name: 'newborn', password: 'secret' }, {}, version)).toBe(
      version === 5 ? 0x88 : 3,
    );
  });

  it('may have a last will for its own topic only', async () => {
    const will = { payload: Buffer.from('gone'), qos: 1 as const, retain: false };
    expect(await refusalOf(endpoint.port, PUMP, { will: { ...will, topic: TANK_TELEMETRY } }, version)).toBe(
      version === 5 ? 0x87 : 5,
    );
    const client = await openClient(version);
    await client.signIn(PUMP, { will: { ...will, topic: PUMP_TELEMETRY } });
    client.close();
    await until(() => endpoint.server.connections.counts.open === 0);
    expect(endpoint.telemetry.messages).toHaveLength(0);
  });

  it('loses the connection with a second CONNECT', async () => {
    const client = await openClient(version);
    await client.signIn(PUMP);
    client.connect(PUMP);
    const farewell = await client.untilClosed();
    expect(farewell).toMatchObject(version === 5 ? [{ cmd: 'disconnect', reasonCode: 0x82 }] : []);
  });
});

describe('a CONNACK of MQTT 5', () => {
  it('has the limits of the endpoint', async () => {
    const client = await openClient();
    const { properties } = await client.signIn(PUMP, { properties: { sessionExpiryInterval: 3_600 } });
    expect(properties).toMatchObject({
      receiveMaximum: 500,
      maximumPacketSize: 2_052 * 1024,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sessionExpiryInterval: 0,
    });
    expect(properties).not.toHaveProperty('maximumQoS');
    client.close();
  });

  it('has a client id for a device without one', async () => {
    const client = await openClient();
    const { properties } = await client.signIn(PUMP, { clientId: '' });
    expect(properties?.assignedClientIdentifier).toEqual(expect.stringMatching(/.{8,}/));
    client.close();
  });

  it('has no properties where they exceed the maximum packet size of the device', async () => {
    const client = await openClient();
    client.connect({ ...PUMP, password: 'guessed' }, { properties: { maximumPacketSize: 10 } });
    const [answer] = (await client.untilClosed()) as IConnackPacket[];
    expect(answer).toMatchObject({ reasonCode: 0x86 });
    expect(answer?.properties).toBeUndefined();
  });
});

describe('a login', () => {
  it('that ends closes its connection at once', async () => {
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

  it('that ends while it is checked is refused, and no other connection ends', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.logins.answer = async () => {
      endpoint.logins.revoked.add(PUMP.name);
      return { outcome: 'accepted', login: loginWith('former') };
    };
    expect(await refusalOf(endpoint.port, { ...PUMP, password: 'former' })).toBe(0x86);
    expect(await client.ping()).toEqual([]);
    client.close();
  });
});

describe('failed sign-ins', () => {
  it('are refused without a check after five in a minute, and do not lock out the device', async () => {
    await endpoint.stop();
    const limit = new RateLimit({ name: 'SIGN_IN_FAILURES', most: 5, periodS: 60 });
    endpoint = await givenEndpoint({}, { signInLimit: new SignInLimit(limit) });
    const wrong = { ...PUMP, password: 'guessed' };
    for (let count = 0; count < 5; count++) expect(await refusalOf(endpoint.port, wrong)).toBe(0x86);
    expect(await refusalOf(endpoint.port, wrong)).toBe(0x97);
    expect(await refusalOf(endpoint.port, wrong, {}, 4)).toBe(5);
    expect(endpoint.logins.lookedUp).toHaveLength(5);
    expect(await refusalOf(endpoint.port, { ...TANK, password: 'guessed' })).toBe(0x86);
    const rightful = await RawClient.signedIn(endpoint.port, PUMP);
    expect(await rightful.ping()).toEqual([]);
    rightful.close();
    expect(endpoint.traffic.signInsOf('too-many-failures')).toBe(2);
  });

  it('are counted per IPv6 network, without attempts that could not be checked', async () => {
    const limit = new SignInLimit(new RateLimit({ name: 'SIGN_IN_FAILURES', most: 2, periodS: 60 }));
    const attempt = (host: string, outcome: 'refused' | 'unavailable') =>
      limit.attempt(`2001:db8:1:${host}`, 'pump01', async () => ({ outcome }));
    for (let count = 0; count < 5; count++) await attempt('2::1', 'unavailable');
    for (const host of ['2::1', '2::ffff:1']) await attempt(host, 'refused');
    expect(await attempt('2::3', 'refused')).toBeNull();
    expect(await attempt('3::3', 'refused')).toEqual({ outcome: 'refused' });
  });
});
