import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { faking } from '@telemon/testing/fake-clocks';
import { type IDisconnectPacket, generate } from 'mqtt-packet';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient, type Version } from '../../testing/raw-client.ts';
import { refusalOf } from '../../testing/refused-sign-in.ts';

let endpoint: GivenEndpoint;

const openClient = (version: Version = 5) => RawClient.open(endpoint.port, version);

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => {
  jest.useRealTimers();
  return endpoint.stop();
});

describe('a CONNECT', () => {
  it('of another version is refused with a code', async () => {
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

  it('of another protocol gets no answer', async () => {
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

  it('has to be the first packet', async () => {
    const client = await openClient();
    client.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.telemetry.messages).toHaveLength(0);
  });

  it('is refused with options that the endpoint does not have', async () => {
    const will = { topic: PUMP_TELEMETRY, payload: Buffer.from(''), qos: 0 as const };
    expect(await refusalOf(endpoint.port, PUMP, { will: { ...will, retain: true } })).toBe(0x9a);
    expect(
      await refusalOf(endpoint.port, PUMP, { properties: { authenticationMethod: 'SCRAM-SHA-1' } }),
    ).toBe(0x8c);
    expect(await refusalOf(endpoint.port, PUMP, { properties: { receiveMaximum: 0 } })).toBe(0x82);
    expect(await refusalOf(endpoint.port, PUMP, { properties: { maximumPacketSize: 0 } })).toBe(0x82);
  });

  it('of MQTT 3.1.1 without a client id needs a clean session', async () => {
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

  it('that is malformed is refused with a code in MQTT 5', async () => {
    const client = await openClient();
    const whole = client.bytesOf({ cmd: 'connect', clientId: 'x', protocolVersion: 5, username: 'pump01' });
    const short = whole.subarray(0, whole.length - 3);
    short[1]! -= 3;
    client.send(short);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'connack', reasonCode: 0x81 }]);
  });

  describe.each([4, 5] as const)('of a device in protocol level %d', (protocolVersion) => {
    const { name: username, password } = PUMP;
    const whole = generate({
      cmd: 'connect',
      protocolVersion,
      clientId: 'ab',
      clean: true,
      will: { topic: 'devices/pump01/telemetry', payload: Buffer.from('{}'), qos: 1, retain: false },
      username,
      password: Buffer.from(password),
    });
    const changed = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(whole);
      change(bytes);
      return bytes;
    };
    const idAt = whole.indexOf('ab');
    // The packet's length takes one byte.
    const longer = Buffer.concat([whole, Buffer.from([0])]);
    longer[1]!++;

    it('is taken if it is whole', async () => {
      const client = await openClient(protocolVersion);
      client.send(whole);
      expect(await client.next()).toMatchObject({
        cmd: 'connack',
        [protocolVersion === 5 ? 'reasonCode' : 'returnCode']: 0,
      });
      client.close();
    });

    it.each([
      ['a will of QoS 3', changed((bytes) => (bytes[9]! |= 0x18))],
      ['a client id that is no UTF-8', changed((bytes) => bytes.set([0xc3, 0x28], idAt))],
      ['a client id with NUL', changed((bytes) => bytes.set([0x61, 0], idAt))],
      ['more behind its password', longer],
    ])('is refused with %s', async (_, bytes) => {
      const client = await openClient(protocolVersion);
      client.send(bytes);
      const answers = await client.untilClosed();
      expect(answers).toMatchObject(protocolVersion === 5 ? [{ cmd: 'connack', reasonCode: 0x81 }] : []);
    });
  });

  it('has to be complete within the timeout, even byte by byte', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ connectTimeoutMs: 150 });
    const silent = await openClient();
    const slow = await openClient();
    const bytes = slow.bytesOf({ cmd: 'connect', clientId: 'x', protocolVersion: 5, username: 'pump01' });
    let at = 0;
    const drip = setInterval(() => slow.send(bytes.subarray(at, ++at)), 50);
    expect(await silent.untilClosed()).toEqual([]);
    // A complete CONNECT would have been answered.
    expect(await slow.untilClosed()).toEqual([]);
    clearInterval(drip);
  });
});

describe('a second connection of a device', () => {
  it.each([
    [4, []],
    [5, [{ cmd: 'disconnect', reasonCode: 0x8e }]],
  ] as const)('ends the first, which in protocol level %d gets %j', async (version, farewell) => {
    const first = await RawClient.signedIn(endpoint.port, PUMP, version, { clientId: 'one' });
    const second = await RawClient.signedIn(endpoint.port, PUMP, version, { clientId: 'two' });
    expect(await first.untilClosed()).toMatchObject(farewell);
    expect(await second.ping()).toEqual([]);
    expect(endpoint.server.connections.counts.signedIn).toBe(1);
    second.close();
  });

  it('ends no connection of another device with the same client id', async () => {
    const pump = await RawClient.signedIn(endpoint.port, PUMP, 5, { clientId: 'same' });
    const tank = await RawClient.signedIn(endpoint.port, TANK, 5, { clientId: 'same' });
    expect(await pump.ping()).toEqual([]);
    expect(await tank.ping()).toEqual([]);
    pump.close();
    tank.close();
  });

  it('at another replica ends the connection at this replica', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    expect(endpoint.announced).toMatchObject([{ name: PUMP.name }]);
    endpoint.server.connections.signedInElsewhere(TANK.name, Date.now() + 10);
    endpoint.server.connections.signedInElsewhere(PUMP.name, Date.now() + 10);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }]);
  });

  it('at another replica at the same time leaves the later one open', async () => {
    jest.useFakeTimers(faking('Date'));
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.server.connections.signedInElsewhere(PUMP.name, endpoint.announced[0]!.signedInAt - 10);
    expect(await client.ping()).toEqual([]);
    client.close();
  });
});

describe('a device that disconnects', () => {
  it.each([4, 5] as const)('is signed out at once, in protocol level %d', async (version) => {
    const client = await RawClient.signedIn(endpoint.port, PUMP, version);
    client.send({ cmd: 'disconnect' } as IDisconnectPacket);
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.server.connections.counts.signedIn).toBe(0);
    expect(endpoint.traffic.endsOf('disconnect')).toBe(1);
  });
});
