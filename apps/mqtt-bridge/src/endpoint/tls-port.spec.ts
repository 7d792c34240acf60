import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { credentials } from '@telemon/contracts/devices/devices';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { loginIdOf } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { logger } from '@telemon/platform/logging';
import { connectNats } from '@telemon/platform/messaging/nats';
import { metricsText } from '@telemon/platform/metrics';
import { aDevice } from '@telemon/testing/builders';
import { type GivenCertificate, issuedBy, newAuthority, newCertificate } from '@telemon/testing/certificate';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { servers } from '@telemon/testing/servers';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { givenBridge } from '../../testing/given-bridge.ts';
import { sha256 } from '../../testing/memory-logins.ts';
import type { DeviceLogin } from '../../testing/raw-client.ts';
import { commonNameOf, connectOverTls, disconnectOf, tlsRefusalOf } from '../../testing/tls-device.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';

const BAD_LOGIN = 0x86;

let folder: string;
let server: GivenCertificate;
let authority: GivenCertificate;
let database: FreshDatabase;
let service: StartedService;
let facts: KafkaProducer;
let nats: NatsConnection;
let arrived: readonly CollectedMessage[];
let port: number;

/** The devices as their service knows them: the version of their facts, and the present login. */
const known = new Map<string, { version: number; deviceKey: number; password: string | null }>();

const write = (name: string, content: Buffer) => writeFileSync(join(folder, name), content);
const writePair = ({ cert, key }: GivenCertificate) => {
  write('tls.crt', cert);
  write('tls.key', key);
};
const certificateOf = (login: DeviceLogin) => issuedBy(authority, commonNameOf(login));
const newPassword = ({ name }: DeviceLogin): DeviceLogin => ({ name, password: randomUUID() });

/** Makes or changes a device, and publishes its fact; with password null, the device is deleted. */
const tell = async (deviceName: string, password: string | null, deviceKey = 1) => {
  const version = (known.get(deviceName)?.version ?? 0) + 1;
  known.set(deviceName, { version, deviceKey, password });
  const state =
    password === null ? null : aDevice({ deviceName, deviceKey, passwordSha256: sha256(password) });
  const fact = { kind: 'device', key: deviceName, version, state };
  await facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value: JSON.stringify(fact) }]);
};

const givenDevice = async (): Promise<DeviceLogin> => {
  const login = newPassword({ name: uniqueName('tls'), password: '' });
  await tell(login.name, login.password);
  return login;
};

beforeAll(async () => {
  logger.level = 'silent';
  server = newCertificate();
  authority = newAuthority('Fleet');
  folder = mkdtempSync(join(tmpdir(), 'telemon-tls-port-'));
  writePair(server);
  write('ca.crt', authority.cert);
  ({ database, service } = await givenBridge({
    MQTTS_PORT: 0,
    MQTTS_CERT_FILE: join(folder, 'tls.crt'),
    MQTTS_KEY_FILE: join(folder, 'tls.key'),
    MQTTS_CLIENT_CA_FILE: join(folder, 'ca.crt'),
  }));
  const kafka = service.get(Kafka);
  arrived = await collectRawMessages(kafka);
  facts = await kafka.producer();
  nats = await connectNats(servers().natsUrl, 'mqtt-tls-spec');
  nats.subscribe(credentials.lookUp.subject, {
    callback: (_error, question) => {
      const { data } = question.json<{ data: { request: { deviceName: string } } }>();
      const { version = 0, deviceKey = 0, password = null } = known.get(data.request.deviceName) ?? {};
      const login = password === null ? null : { deviceKey, passwordSha256: sha256(password) };
      question.respond(JSON.stringify({ response: { answer: { version, login } } }));
    },
  });
  await nats.flush();
  port = service.get(MqttEndpoint).ports[1]!;
});

afterAll(async () => {
  await nats?.close();
  await service?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

describe('a device with a certificate for its login', () => {
  it('sends under its key and that login, until its owner makes a new one', async () => {
    const login = await givenDevice();
    const { name } = login;
    const certificate = certificateOf(login);
    const client = await connectOverTls(port, server, certificate);
    await client.publishAsync(telemetryTopic(name), '{"TC1":1}', { qos: 1 });
    await until(() => arrived.some(({ deviceName }) => deviceName === name));
    expect(arrived.find(({ deviceName }) => deviceName === name)).toMatchObject({
      payload: '{"TC1":1}',
      headers: { deviceKey: '1', login: loginIdOf(sha256(login.password)) },
    });

    const ended = disconnectOf(client);
    const renewed = newPassword(login);
    await tell(name, renewed.password);
    expect(await ended).toMatchObject({ reasonCode: 0x98 });
    expect(await tlsRefusalOf(port, server, certificate)).toBe(BAD_LOGIN);
    const next = await connectOverTls(port, server, certificateOf(renewed));
    await next.publishAsync(telemetryTopic(name), '{"TC1":2}', { qos: 1 });
    await next.endAsync();
  });

  it('does not reach a device that is made anew under its name', async () => {
    const login = await givenDevice();
    const { name } = login;
    const certificate = certificateOf(login);
    const client = await connectOverTls(port, server, certificate);
    const ended = disconnectOf(client);
    await tell(name, null);
    expect(await ended).toMatchObject({ reasonCode: 0x98 });
    expect(await tlsRefusalOf(port, server, certificate)).toBe(BAD_LOGIN);
    const anew = newPassword(login);
    await tell(name, anew.password, 2);
    const other = await connectOverTls(port, server, { username: name, password: anew.password });
    expect(await tlsRefusalOf(port, server, certificate)).toBe(BAD_LOGIN);
    await other.publishAsync(telemetryTopic(name), '{"TC1":3}', { qos: 1 });
    await other.endAsync();
  });

  it('and its password has one connection, the newest', async () => {
    const login = await givenDevice();
    const { name: username, password } = login;
    const byPassword = await connectOverTls(port, server, { username, password });
    const taken = disconnectOf(byPassword);
    const byCertificate = await connectOverTls(port, server, certificateOf(login));
    expect(await taken).toMatchObject({ reasonCode: 0x8e });
    await byCertificate.endAsync();
  });
});

describe('a connection over TLS 1.2', () => {
  it('has one handshake: a client that asks for another is refused', async () => {
    const socket = connect({ host: 'localhost', port, ca: server.cert, maxVersion: 'TLSv1.2' });
    await once(socket, 'secureConnect');
    const closed = once(socket, 'close').catch((error: unknown) => error);
    let isRenewed = false;
    socket.renegotiate({}, (error) => (isRenewed = error === null));
    expect(await closed).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' });
    expect(isRenewed).toBe(false);
  });
});

describe('files of the port for TLS', () => {
  it('are in force soon after they change, and faulty ones are counted', async () => {
    const login = await givenDevice();
    const running = await connectOverTls(port, server, certificateOf(login));
    const { name: username, password } = await givenDevice();
    const renewed = newCertificate();
    writePair(renewed);
    const client = await until(() => connectOverTls(port, renewed, { username, password }));
    expect(await metricsText()).toMatch(/telemon_mqtt_tls_file_changes_total\{outcome="used"\S* 1\n/);

    write('tls.key', server.key);
    await until(async () =>
      /telemon_mqtt_tls_file_changes_total\{outcome="refused"\S* 1\n/.test(await metricsText()),
    );
    await client.endAsync();
    const next = await connectOverTls(port, renewed, { username, password });
    await next.endAsync();
    expect(await metricsText()).toMatch(
      /telemon_mqtt_tls_certificate_expiry_timestamp_seconds\{file="MQTTS_CERT_FILE"\S* \d{10}\n/,
    );
    await running.publishAsync(telemetryTopic(login.name), '{}', { qos: 1 });
    await running.endAsync();
  });
});
