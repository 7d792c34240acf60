import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { givenBridge } from '../../testing/given-bridge.ts';
import { sha256 } from '../../testing/memory-logins.ts';
import { RawClient } from '../../testing/raw-client.ts';
import type { MqttBridgeVariables } from '../config.ts';
import { OneTimeLogins } from '../credentials/one-time-logins.ts';
import { MqttEndpoint } from '../endpoint/mqtt-endpoint.ts';
import { TestReadings } from './test-readings.service.ts';

const DEVICE_KEY = 4_712;
let database: FreshDatabase;
let service: StartedService;
let arrived: readonly CollectedMessage[];

beforeAll(async () => {
  ({ database, service } = await givenBridge());
  arrived = await collectRawMessages(service.get(Kafka));
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

const cameFrom = (deviceName: string, count: number) =>
  until(() => {
    const messages = arrived.filter((message) => message.deviceName === deviceName);
    return messages.length >= count && messages;
  });
const publish = (deviceName: string) =>
  service.get(TestReadings).publish({ deviceName, deviceKey: DEVICE_KEY, values: { TC1: 21.5, TC3: 45 } });

describe('a test reading', () => {
  it('takes the way of any reading, and is marked beside its payload', async () => {
    const deviceName = uniqueName('test');
    await publish(deviceName);
    const [{ payload, headers }] = (await cameFrom(deviceName, 1)) as [CollectedMessage];
    expect(JSON.parse(payload)).toEqual({ TC1: 21.5, TC3: 45 });
    expect(headers).toEqual({
      arrivalId: expect.any(String),
      deviceKey: String(DEVICE_KEY),
      receivedAt: expect.stringMatching(/^\d+$/),
      steadyAt: expect.stringMatching(/^\S+ \d+$/),
      source: 'mqtt',
      test: 'true',
    });
  });

  it('is refused if the topic is blocked', async () => {
    const deviceName = uniqueName('test');
    const id = randomUUID();
    await service
      .get(FactCopies)
      .of('blocked-topic')
      .apply([
        { kind: 'blocked-topic', key: id, version: 1, state: { id, topic: `devices/${deviceName}/+` } },
      ]);
    await expect(publish(deviceName)).rejects.toMatchObject({ code: 'TopicBlocked' });
  });

  it("leaves the device's own connection open, over which nothing can be marked", async () => {
    const login = { name: uniqueName('test'), password: randomUUID() };
    const state = aDevice({
      deviceName: login.name,
      deviceKey: DEVICE_KEY,
      passwordSha256: sha256(login.password),
    });
    await service
      .get(FactCopies)
      .of('device')
      .apply([{ kind: 'device', key: login.name, version: 1, state }]);
    const client = await RawClient.signedIn(service.get(MqttEndpoint).ports[0]!, login, 5);
    await publish(login.name);
    client.publish(telemetryTopic(login.name), '{"TC1":1,"test":"true"}', {
      qos: 1,
      messageId: 1,
      properties: { userProperties: { test: 'true' } },
    });
    const [first, second] = await cameFrom(login.name, 2);
    expect([first?.headers['test'], second?.headers['test']]).toEqual(['true', undefined]);
    expect(second?.headers['login']).toBeDefined();
    client.close();
  });
});

describe('a test reading that no endpoint takes', () => {
  const publishTo = (port: number) =>
    new TestReadings(
      { MQTT_HOST: '127.0.0.1' } as MqttBridgeVariables,
      { ports: [port] } as unknown as MqttEndpoint,
      service.get(OneTimeLogins),
    ).publish({ deviceName: 'pump01', deviceKey: 1, values: { TC1: 1 } });

  it('fails at once where nothing listens, and in time where nothing answers', async () => {
    const unavailable = { failure: { kind: 'unavailable' } };
    await expect(publishTo(9)).rejects.toMatchObject(unavailable);
    const mute = createServer().listen(0, '127.0.0.1');
    await until(() => mute.listening);
    await expect(publishTo((mute.address() as AddressInfo).port)).rejects.toMatchObject(unavailable);
    mute.close();
  });
});
