import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type GivenCertificate, issuedBy, newAuthority, newCertificate } from '@telemon/testing/certificate';
import type { IClientOptions } from 'mqtt';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { loginWith } from '../../testing/memory-logins.ts';
import { commonNameOf, connectOverTls, disconnectOf, tlsRefusalOf } from '../../testing/tls-device.ts';

/** Bad user name or password. */
const BAD_LOGIN = 0x86;

let server: GivenCertificate;
let authority: GivenCertificate;
let ofPump: GivenCertificate;
let endpoint: GivenEndpoint;

beforeAll(() => {
  server = newCertificate();
  authority = newAuthority('Fleet');
  ofPump = issuedBy(authority, commonNameOf(PUMP));
});
afterEach(() => endpoint.stop());

const start = async () => {
  endpoint = await givenEndpoint({}, { tls: { ...server, ca: authority.cert } });
};
const tlsPort = () => endpoint.server.ports[1]!;
const connectWith = (certificate: object, options: IClientOptions = {}) =>
  connectOverTls(tlsPort(), server, { ...certificate, ...options });
const refusalOf = (certificate: object, options: IClientOptions = {}) =>
  tlsRefusalOf(tlsPort(), server, { ...certificate, ...options });

describe('a device with a certificate for its login', () => {
  it.each([4, 5] as const)('signs in without a password over protocol level %d', async (protocolVersion) => {
    await start();
    for (const named of [{}, { username: PUMP.name }]) {
      const client = await connectWith(ofPump, { protocolVersion, ...named });
      await client.publishAsync(PUMP_TELEMETRY, '{"TC1":1}', { qos: 1 });
      await client.endAsync();
    }
    expect(endpoint.telemetry.payloads).toEqual(['{"TC1":1}', '{"TC1":1}']);
    expect(endpoint.announced.map(({ name }) => name)).toEqual([PUMP.name, PUMP.name]);
    expect(endpoint.logins.lookedUp).toEqual([]);
  });

  it('signs in with a chain of which the endpoint knows only the root', async () => {
    await start();
    const between = newAuthority('Fleet, plant 2', authority);
    const { key, cert } = issuedBy(between, commonNameOf(PUMP));
    const client = await connectWith({ key, cert: Buffer.concat([cert, between.cert]) });
    await client.endAsync();
    expect(await refusalOf({ key, cert })).toBe(BAD_LOGIN);
  });

  it('signs in if devices knows the login and the bridge does not yet', async () => {
    await start();
    const newborn = { name: 'newborn', password: 'secret' };
    endpoint.logins.answer = async () => ({ outcome: 'accepted', login: loginWith(newborn.password) });
    const client = await connectWith(issuedBy(authority, commonNameOf(newborn)));
    expect(endpoint.logins.lookedUp).toEqual([newborn.name]);
    await client.endAsync();
  });

  it('loses its connection when its login ends', async () => {
    await start();
    const client = await connectWith(ofPump);
    const ended = disconnectOf(client);
    endpoint.logins.revoked.add(PUMP.name);
    endpoint.server.connections.endIfRevoked(PUMP.name);
    expect(await ended).toMatchObject({ reasonCode: 0x98 });
    expect(await refusalOf(ofPump)).toBe(BAD_LOGIN);
  });

  it('loses its connection when the certificate expires, unlike with a password', async () => {
    await start();
    const tank = await connectWith(ofPump, { username: TANK.name, password: TANK.password });
    const pump = await connectWith(ofPump);
    const ended = disconnectOf(pump);
    const twoDays = Date.now() + 2 * 24 * 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(twoDays);
    try {
      expect(await ended).toMatchObject({ reasonCode: 0xa0 });
      expect(endpoint.server.connections.counts.signedIn).toBe(1);
    } finally {
      jest.restoreAllMocks();
    }
    await tank.endAsync();
  });
});

describe('a certificate', () => {
  it('of another authority, self-signed, expired, or for another use signs in no device', async () => {
    await start();
    const name = commonNameOf(PUMP);
    const invalid = [
      issuedBy(newAuthority('Fleet'), name),
      newCertificate(name),
      issuedBy(authority, name, { days: -1 }),
      issuedBy(authority, name, { use: 'serverAuth' }),
    ];
    for (const certificate of invalid) {
      expect(await refusalOf(certificate, { username: PUMP.name })).toBe(BAD_LOGIN);
      expect(await refusalOf(certificate, { protocolVersion: 4 })).toBe(4);
    }
    expect(endpoint.traffic.signInsOf('bad-certificate')).toBe(2 * invalid.length);
    expect(endpoint.announced).toEqual([]);
  });

  it('that names no present login signs in no device', async () => {
    await start();
    const former = { ...PUMP, password: 'its former password' };
    const names = [
      commonNameOf(former),
      PUMP.name,
      `${PUMP.name}.`,
      `${commonNameOf(PUMP)}0`,
      `.${PUMP.name}`,
    ];
    for (const name of names) {
      expect(await refusalOf(issuedBy(authority, name))).toBe(BAD_LOGIN);
      expect(await refusalOf(issuedBy(authority, name), { username: PUMP.name })).toBe(BAD_LOGIN);
    }
    // The subject's second common name.
    expect(await refusalOf(issuedBy(authority, `${TANK.name}/CN=${commonNameOf(PUMP)}`))).toBe(BAD_LOGIN);
    expect(endpoint.announced).toEqual([]);
  });

  it('of one device signs in no other', async () => {
    await start();
    expect(await refusalOf(ofPump, { username: TANK.name })).toBe(BAD_LOGIN);
    expect(endpoint.announced).toEqual([]);
  });

  it('has no part in a sign-in with a password', async () => {
    await start();
    const stranger = newCertificate('stranger');
    for (const certificate of [stranger, ofPump, {}]) {
      const client = await connectWith(certificate, { username: TANK.name, password: TANK.password });
      await client.endAsync();
      const wrong = { username: PUMP.name, password: 'guessed' };
      expect(await refusalOf(certificate, wrong)).toBe(BAD_LOGIN);
    }
    expect(endpoint.announced.map(({ name }) => name)).toEqual([TANK.name, TANK.name, TANK.name]);
    expect(endpoint.traffic.signInsOf('bad-login')).toBe(3);
    expect(await refusalOf({}, { username: TANK.name })).toBe(BAD_LOGIN);
  });

  it('is not asked for without authorities, and is ignored then', async () => {
    endpoint = await givenEndpoint({}, { tls: server });
    expect(await refusalOf(ofPump)).toBe(BAD_LOGIN);
    const client = await connectWith(ofPump, { username: PUMP.name, password: PUMP.password });
    await client.endAsync();
  });
});

describe('other material of the port for TLS', () => {
  it('is for new connections, while others stay', async () => {
    await start();
    const before = await connectWith(ofPump);
    const renewed = newCertificate();
    endpoint.server.useTls({ ...renewed, ca: authority.cert });
    const { name: username, password } = TANK;
    const after = await connectOverTls(tlsPort(), renewed, { username, password });
    await expect(connectWith({}, { username, password })).rejects.toThrow();
    await before.publishAsync(PUMP_TELEMETRY, '{}', { qos: 1 });
    await Promise.all([before.endAsync(), after.endAsync()]);
  });

  it('with other authorities ends connections that depend on the former ones, for good', async () => {
    await start();
    // The endpoint has accepted it, and waits for its handshake.
    const late = connect(tlsPort(), '127.0.0.1');
    await once(late, 'connect');
    const overTls = (options: ConnectionOptions) =>
      connectTls({ port: tlsPort(), host: 'localhost', ca: server.cert, ...ofPump, ...options }).on(
        'error',
        () => undefined,
      );
    const silent = overTls({});
    const [session] = (await once(silent, 'session')) as [Buffer];
    const pump = await connectWith(ofPump);
    const tank = await connectWith(ofPump, { username: TANK.name, password: TANK.password });

    const ended = disconnectOf(pump);
    const closed = once(silent, 'close');
    endpoint.server.useTls({ ...server, ca: newAuthority('Another fleet').cert });
    expect(await ended).toMatchObject({ reasonCode: 0x98 });
    await closed;
    await once(overTls({ socket: late, servername: 'localhost' }), 'close');

    expect(await refusalOf(ofPump)).toBe(BAD_LOGIN);
    const resumed = overTls({ session });
    await once(resumed, 'secureConnect');
    expect(resumed.isSessionReused()).toBe(false);
    resumed.destroy();
    await tank.publishAsync(TANK_TELEMETRY, '{}', { qos: 1 });
    await tank.endAsync();
  });
});
