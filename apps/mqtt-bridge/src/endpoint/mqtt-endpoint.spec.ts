import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { credentials } from '@telemon/contracts/devices/devices';
import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { type UnknownName, unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import {
  DEVICE_SIGNED_IN_SUBJECT,
  LOGIN_ENDED_SUBJECT,
  imageTopic,
  telemetryTopic,
} from '@telemon/contracts/mqtt-bridge/mqtt';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { logger } from '@telemon/platform/logging';
import { connectNats } from '@telemon/platform/messaging/nats';
import { metricsText } from '@telemon/platform/metrics';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { servers } from '@telemon/testing/servers';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import type { IPubackPacket } from 'mqtt-packet';
import { randomUUID } from 'node:crypto';
import { givenBridge } from '../../testing/given-bridge.ts';
import { sha256 } from '../../testing/memory-logins.ts';
import { type DeviceLogin, RawClient } from '../../testing/raw-client.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';

const DEVICE_KEY = 4_711;

let database: FreshDatabase;
let service: StartedService;
let facts: KafkaProducer;
let nats: NatsConnection;
let port: number;
let arrived: readonly CollectedMessage[];

const arrivedFrom = ({ name }: DeviceLogin) => arrived.filter(({ deviceName }) => deviceName === name);
const newLogin = (): DeviceLogin => ({ name: uniqueName('mqtt'), password: randomUUID() });

/** Publishes the fact about a device; with password null, that it is deleted. */
const tell = async (deviceName: string, version: number, password: string | null, deviceAlias = 'Alias') => {
  const state = password !== null && {
    deviceName,
    deviceKey: DEVICE_KEY,
    deviceAlias,
    managerId: 'm1',
    assistantIds: [],
    template: 'Multiple',
    sensorNames: ['Temperature', null, null, null],
    smsLimit: 10,
    emailLimit: 10,
    limitRefresh: 'Monthly',
    passwordSha256: sha256(password),
  };
  const fact = { kind: 'device', key: deviceName, version, state: state || null };
  await facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value: JSON.stringify(fact) }]);
};

/** A device whose fact has arrived, and its connection. */
const givenDevice = async (version: 4 | 5 = 5): Promise<[DeviceLogin, RawClient]> => {
  const login = newLogin();
  await tell(login.name, 1, login.password);
  return [login, await until(() => RawClient.signedIn(port, login, version))];
};

const refusalOf = async (login: DeviceLogin) => {
  const client = await RawClient.open(port);
  client.connect(login);
  const [answer] = await client.untilClosed(8_000);
  return (answer as { reasonCode?: number } | undefined)?.reasonCode;
};

beforeAll(async () => {
  logger.level = 'silent';
  ({ database, service } = await givenBridge());
  const kafka = service.get(Kafka);
  arrived = await collectRawMessages(kafka);
  facts = await kafka.producer();
  nats = await connectNats(servers().natsUrl, 'mqtt-bridge-spec');
  port = service.get(MqttEndpoint).ports[0]!;
});

afterAll(async () => {
  await nats.close();
  await service.stop();
  await database.drop();
});

describe('a message of a device', () => {
  it('is in Kafka unchanged when it is acknowledged, with its own id', async () => {
    const [login, device] = await givenDevice();
    const payload = ' {"TC1": 20.1,\n"note":"é"}\0';
    const sentAt = Date.now();
    for (const messageId of [1, 2]) {
      device.publish(telemetryTopic(login.name), payload, { qos: 1, messageId });
      expect(await device.next()).toMatchObject({ cmd: 'puback', messageId, reasonCode: 0 });
    }
    await until(() => arrivedFrom(login).length === 2);
    const [first, second] = arrivedFrom(login);
    expect(first).toMatchObject({ payload, headers: { source: 'mqtt', deviceKey: String(DEVICE_KEY) } });
    expect(first!.headers['login']).toBe(sha256(login.password).slice(0, 16));
    expect(Number(first!.headers['receivedAt'])).toBeGreaterThanOrEqual(sentAt);
    expect(Number(first!.headers['receivedAt'])).toBeLessThanOrEqual(Date.now());
    expect(first!.headers['arrivalId']).not.toBe(second!.headers['arrivalId']);
    device.close();
  });

  it('is stored once and in order among thousands', async () => {
    const [login, device] = await givenDevice(4);
    const ids = Array.from({ length: 5_000 }, (_, index) => index + 1);
    for (const messageId of ids) {
      device.publish(telemetryTopic(login.name), String(messageId), { qos: 1, messageId });
    }
    const answers = await device.take(ids.length);
    expect(answers.map(({ messageId }) => messageId)).toEqual(ids);
    await until(() => arrivedFrom(login).length >= ids.length);
    expect(arrivedFrom(login).map(({ payload }) => Number(payload))).toEqual(ids);
    const metrics = await metricsText();
    expect(metrics).toMatch(/telemon_mqtt_messages_total\{qos="1",outcome="stored"\} \d{4}/);
    expect(metrics).toMatch(/telemon_mqtt_commands_waiting\S* 0\n/);
    device.close();
  });

  it('on a blocked topic is never in Kafka, and is counted', async () => {
    const [login, device] = await givenDevice();
    const tellBlocked = (version: number, state: { id: string; topic: string } | null) => {
      const fact = { kind: 'blocked-topic', key: login.name, version, state };
      return facts.send(TOPICS.facts, [{ key: `blocked-topic:${login.name}`, value: JSON.stringify(fact) }]);
    };
    let messageId = 0;
    const answerTo = async (payload: string) => {
      device.publish(telemetryTopic(login.name), payload, { qos: 1, messageId: ++messageId });
      return ((await device.next()) as IPubackPacket).reasonCode;
    };
    await tellBlocked(1, { id: login.name, topic: `devices/${login.name}/#` });
    await until(async () => (await answerTo('before')) === 0x87);
    for (let count = 0; count < 3; count++) expect(await answerTo('blocked')).toBe(0x87);
    expect(await metricsText()).toMatch(/telemon_mqtt_messages_total\{qos="1",outcome="blocked"\} [4-9]/);
    await tellBlocked(2, null);
    await until(async () => (await answerTo('after')) === 0);
    await until(() => arrivedFrom(login).some(({ payload }) => payload === 'after'));
    expect(arrivedFrom(login).filter(({ payload }) => payload === 'blocked')).toEqual([]);
    device.close();
  });

  it('with an image of 2 MB is in the topic of images when it is acknowledged, as is the beginning of one that is too large', async () => {
    const images = await collectRawMessages(service.get(Kafka), TOPICS.images);
    const [login, device] = await givenDevice();
    const payload = Buffer.alloc(IMAGE_MAX_BYTES, 'x');
    device.publish(imageTopic(login.name), payload, { qos: 1, messageId: 1 });
    expect(await device.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 });
    device.publish(imageTopic(login.name), Buffer.alloc(IMAGE_MAX_BYTES + 1, 'y'), { qos: 1, messageId: 2 });
    await device.untilClosed();
    const ofDevice = () => images.filter(({ deviceName }) => deviceName === login.name);
    await until(() => ofDevice().length === 2);
    const [image, beginning] = ofDevice();
    expect(image!.payload.length).toBe(IMAGE_MAX_BYTES);
    expect(image!.headers).toMatchObject({ source: 'mqtt', deviceKey: String(DEVICE_KEY) });
    expect(beginning!.headers).toMatchObject({ tooLarge: String(IMAGE_MAX_BYTES + 1) });
    expect(arrivedFrom(login)).toEqual([]);
  });

  it('of 256 KB is stored, also among others of this size', async () => {
    const [login, device] = await givenDevice();
    const payload = Buffer.alloc(256 * 1024, 'x');
    for (let messageId = 1; messageId <= 12; messageId++) {
      device.publish(telemetryTopic(login.name), payload, { qos: 2, messageId });
    }
    const answers = await device.take(12);
    expect(answers.every(({ cmd }) => cmd === 'pubrec')).toBe(true);
    await until(() => arrivedFrom(login).length === 12);
    device.close();
  });
});

describe('a login', () => {
  it('without a fact is refused as unavailable while devices does not answer', async () => {
    expect(await refusalOf(newLogin())).toBe(0x88);
  });

  it('without a fact is accepted if devices knows it', async () => {
    const newborn = newLogin();
    const answers = nats.subscribe(credentials.lookUp.subject, {
      callback: (_error, question) => {
        const { data } = question.json<{ data: { request: { deviceName: string } } }>();
        const isNewborn = data.request.deviceName === newborn.name;
        const login = isNewborn ? { deviceKey: DEVICE_KEY, passwordSha256: sha256(newborn.password) } : null;
        question.respond(JSON.stringify({ response: { answer: { version: 0, login } } }));
      },
    });
    const device = await until(() => RawClient.signedIn(port, newborn));
    expect(await refusalOf({ ...newborn, password: 'guessed' })).toBe(0x86);
    expect(await refusalOf(newLogin())).toBe(0x86);

    // Later facts with the same login keep the connection; the device's next connection ends it.
    await tell(newborn.name, 1, newborn.password);
    await tell(newborn.name, 2, newborn.password, 'Another alias');
    answers.unsubscribe();
    const next = await until(() => RawClient.signedIn(port, newborn));
    expect(await device.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }]);
    next.close();
  });

  it('of no device is reported to the logs service, by its name alone', async () => {
    const stranger = newLogin();
    const [login] = await givenDevice();
    const reported: UnknownName[] = [];
    const answers = nats.subscribe(credentials.lookUp.subject, {
      callback: (_error, question) => {
        const { data } = question.json<{ data: { request: { deviceName: string } } }>();
        const isDevice = data.request.deviceName === login.name;
        const known = isDevice ? { deviceKey: DEVICE_KEY, passwordSha256: sha256(login.password) } : null;
        question.respond(JSON.stringify({ response: { answer: { version: 1, login: known } } }));
      },
    });
    const logs = nats.subscribe(unknownDevices.tell.subject, {
      callback: (_error, question) => {
        const { data } = question.json<{ data: { request: { names: UnknownName[] } } }>();
        reported.push(...data.request.names);
        question.respond(JSON.stringify({ response: { answer: null } }));
      },
    });
    await nats.flush();
    // After an earlier question without an answer, none is asked for a moment.
    await until(async () => (await refusalOf({ ...login, password: 'guessed' })) === 0x86);
    expect(await refusalOf(stranger)).toBe(0x86);
    await until(() => reported.some(({ deviceName }) => deviceName === stranger.name));
    expect(reported.filter(({ deviceName }) => [login.name, stranger.name].includes(deviceName))).toEqual([
      { deviceName: stranger.name, count: 1 },
    ]);
    logs.unsubscribe();
    answers.unsubscribe();
  });

  it('that is renewed ends the connection of the old one, and the new one is accepted', async () => {
    const [login, device] = await givenDevice();
    const renewed = { ...login, password: randomUUID() };
    await tell(login.name, 2, login.password, 'Another alias');
    await tell(login.name, 3, renewed.password);
    expect(await device.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);
    const again = await RawClient.signedIn(port, renewed);
    expect(await again.ping()).toEqual([]);
    again.close();
  });

  it('that has ended loses its connection before a fact has come, and is refused', async () => {
    const [login, device] = await givenDevice();
    const answers = nats.subscribe(credentials.lookUp.subject, {
      callback: (_error, question) =>
        void question.respond(JSON.stringify({ response: { answer: { version: 2, login: null } } })),
    });
    nats.publish(LOGIN_ENDED_SUBJECT, JSON.stringify({ deviceName: login.name, version: 2 }));
    expect(await device.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);
    answers.unsubscribe();
    expect(await refusalOf(login)).not.toBe(0);
  });

  it('of a deleted device ends with it', async () => {
    const [login, device] = await givenDevice(4);
    await tell(login.name, 2, null);
    expect(await device.untilClosed()).toEqual([]);
    expect(await refusalOf(login)).not.toBe(0);
  });

  it('that signs in at another replica ends the connection here', async () => {
    const [login, device] = await givenDevice();
    const elsewhere = { deviceName: login.name, replica: randomUUID(), at: Date.now() + 1 };
    nats.publish(DEVICE_SIGNED_IN_SUBJECT, 'nonsense');
    nats.publish(DEVICE_SIGNED_IN_SUBJECT, JSON.stringify(elsewhere));
    expect(await device.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }]);
  });
});
