import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { once } from 'node:events';
import { type IConnectPacket, generate, parser } from 'mqtt-packet';
import { connect as connectTls } from 'node:tls';
import { newCertificate } from '@telemon/testing/certificate';
import { type GivenEndpoint, PUMP, PUMP_TELEMETRY, givenEndpoint } from '../../testing/given-endpoint.ts';
import { loginWith } from '../../testing/memory-logins.ts';
import { RawClient, type Version } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;
afterEach(() => endpoint.stop());

const COUNT = 2_000;
const publishMany = (client: RawClient, count: number, qos: 1 | 2 = 1) => {
  for (let messageId = 1; messageId <= count; messageId++) {
    client.publish(PUMP_TELEMETRY, '{"TC1":1}', { qos, messageId });
  }
};

describe('a device that closes its side and waits', () => {
  it.each<Version>([4, 5])('gets every acknowledgement before the end, in MQTT %i', async (version) => {
    endpoint = await givenEndpoint();
    const client = await RawClient.signedIn(endpoint.port, PUMP, version);
    publishMany(client, COUNT);
    client.socket.end();
    const answers = await client.untilClosed();
    expect(answers.map(({ cmd, messageId }) => [cmd, messageId])).toEqual(
      Array.from({ length: COUNT }, (_, index) => ['puback', index + 1]),
    );
    expect(endpoint.telemetry.messages).toHaveLength(COUNT);
    expect(endpoint.traffic.endsOf('lost')).toBe(1);
    await until(() => endpoint.server.connections.counts.open === 0);
  });

  it('gets every acknowledgement under a rate limit too', async () => {
    endpoint = await givenEndpoint({ rate: { perSecond: 1_000, burst: 50 } });
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    publishMany(client, 300, 2);
    client.socket.end();
    expect((await client.untilClosed()).filter(({ cmd }) => cmd === 'pubrec')).toHaveLength(300);
  });

  it('gets every acknowledgement if it sends all at once, with a sign-in that needs a look-up', async () => {
    endpoint = await givenEndpoint();
    const answered = Promise.withResolvers<void>();
    endpoint.logins.answer = async () => {
      await answered.promise;
      return { outcome: 'accepted', login: loginWith('another') };
    };
    const client = await RawClient.open(endpoint.port);
    client.connect({ ...PUMP, password: 'another' });
    publishMany(client, 3);
    client.socket.end();
    await until(() => endpoint.logins.lookedUp.length === 1);
    answered.resolve();
    expect((await client.untilClosed()).map(({ cmd }) => cmd)).toEqual([
      'connack',
      'puback',
      'puback',
      'puback',
    ]);
  });

  it('gets no packet if it awaits none: the connection just ends', async () => {
    endpoint = await givenEndpoint();
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    client.publish(PUMP_TELEMETRY, '{"TC1":1}');
    client.send(Buffer.from([0x30, 40, 0]));
    client.socket.end();
    expect(await client.untilClosed()).toEqual([]);
    expect(endpoint.telemetry.messages).toHaveLength(1);
    const stranger = await RawClient.open(endpoint.port);
    stranger.socket.end();
    expect(await stranger.untilClosed()).toEqual([]);
  });

  it('stays connected while messages are stored now and then, even beyond its keep-alive', async () => {
    endpoint = await givenEndpoint({ unansweredMs: 30_000 }, { isClockStill: true });
    endpoint.telemetry.settlesAtOnce = false;
    const client = await RawClient.signedIn(endpoint.port, PUMP, 5, { keepalive: 2 });
    publishMany(client, 2);
    await until(() => endpoint.telemetry.messages.length === 2);
    client.socket.end();
    await until(() => endpoint.server.connections.counts.halfClosed === 1);
    endpoint.pass(29_000);
    endpoint.telemetry.settle([endpoint.telemetry.messages[0]!]);
    expect(await client.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    endpoint.pass(29_000);
    endpoint.telemetry.settle([endpoint.telemetry.messages[1]!]);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'puback', messageId: 2 }]);
  });

  it('gets a DISCONNECT if nothing can be stored for half a minute', async () => {
    endpoint = await givenEndpoint({ unansweredMs: 30_000 });
    endpoint.telemetry.settlesAtOnce = false;
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    publishMany(client, 2);
    await until(() => endpoint.telemetry.messages.length === 2);
    client.socket.end();
    await until(() => endpoint.server.connections.counts.halfClosed === 1);
    endpoint.pass(31_000);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x89 }]);
    expect(endpoint.traffic.endsOf('unanswered')).toBe(1);
    expect(endpoint.server.connections.counts).toEqual({ open: 0, signedIn: 0, halfClosed: 0 });
    endpoint.telemetry.settle();
  });

  it('is replaced by its next connection if it is gone altogether', async () => {
    endpoint = await givenEndpoint();
    endpoint.telemetry.settlesAtOnce = false;
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    publishMany(client, 2);
    await until(() => endpoint.telemetry.messages.length === 2);
    client.socket.end();
    await until(() => endpoint.server.connections.counts.halfClosed === 1);
    const next = await RawClient.signedIn(endpoint.port, PUMP);
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }]);
    publishMany(next, 2);
    await until(() => endpoint.telemetry.messages.length === 4);
    next.close();
    endpoint.telemetry.settle();
    await until(() => endpoint.server.connections.counts.open === 0);
  });

  it('is disconnected if it never reads its answers', async () => {
    endpoint = await givenEndpoint();
    endpoint.telemetry.settlesAtOnce = false;
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    publishMany(client, 500);
    client.socket.end();
    client.socket.pause();
    await until(() => endpoint.telemetry.messages.length === 500);
    endpoint.telemetry.settle();
    await until(() => endpoint.server.connections.counts.open === 0);
    client.close();
  });

  it('gets its acknowledgements over TLS too', async () => {
    const { key, cert } = newCertificate();
    endpoint = await givenEndpoint({}, { tls: { key, cert } });
    const onPort = { port: endpoint.server.ports[1]!, allowHalfOpen: true };
    const socket = connectTls({ ...onPort, host: 'localhost', ca: cert });
    const { name: username, password } = PUMP;
    const connect: IConnectPacket = {
      cmd: 'connect',
      clientId: username,
      username,
      password: Buffer.from(password),
    };
    const message = { cmd: 'publish', topic: PUMP_TELEMETRY, payload: '{}', qos: 1 } as const;
    socket.write(generate(connect));
    for (let messageId = 1; messageId <= COUNT; messageId++) {
      socket.write(generate({ ...message, messageId, dup: false, retain: false }));
    }
    socket.end();
    const received: string[] = [];
    const incoming = parser().on('packet', ({ cmd }) => received.push(cmd));
    socket.on('data', (bytes) => incoming.parse(bytes));
    await once(socket, 'end');
    expect(received.filter((cmd) => cmd === 'puback')).toHaveLength(COUNT);
    await until(() => endpoint.server.connections.counts.open === 0);
  });
});
