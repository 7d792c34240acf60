import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { credentials } from '@telemon/contracts/devices/devices';
import { unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Health } from '@telemon/platform/health';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { metricsText } from '@telemon/platform/metrics';
import { newCertificate } from '@telemon/testing/certificate';
import { ownAddress } from '@telemon/testing/fake-broker';
import { uniqueName } from '@telemon/testing/given';
import { standIn } from '@telemon/testing/stand-in';
import { until } from '@telemon/testing/waiting';
import type { MqttClient } from 'mqtt';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MosquittoBroker } from '../../../../tools/test/mosquitto-broker.ts';
import {
  GivenOutsideBroker,
  publishSeqs,
  publisherAt,
  seqsIn,
  upTo,
} from '../../testing/given-outside-broker.ts';

const TOPICS_READ = 'plant/{deviceName}/data';
const topicOf = (deviceName: string) => `plant/${deviceName}/data`;

let running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of running.reverse()) await each.stop();
  running = [];
});
const untilTheEnd = <Stoppable extends { stop(): Promise<unknown> }>(started: Stoppable): Stoppable => {
  running.push(started);
  return started;
};
const startBroker = async (settings: Parameters<typeof MosquittoBroker.start>[0] = {}) =>
  untilTheEnd(await MosquittoBroker.start(settings));
const publisher = async (broker: MosquittoBroker): Promise<MqttClient> => {
  const client = await publisherAt(`mqtt://${broker.host}:1883`);
  untilTheEnd({ stop: () => client.endAsync(true) });
  return client;
};
const read = async (variables: Record<string, string>) =>
  untilTheEnd(await GivenOutsideBroker.start({ MQTT_TOPICS: TOPICS_READ, ...variables }));
const count = async (outcome: string): Promise<number> => {
  const lines = (await metricsText()).split('\n');
  return lines
    .filter(
      (line) => line.startsWith('telemon_outside_broker_messages_total') && line.includes(`"${outcome}"`),
    )
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

describe.each(['5', '3.1.1'])('Mosquitto as an outside broker, over MQTT %s', (OUTSIDE_BROKER_VERSION) => {
  let broker: MosquittoBroker;
  let given: GivenOutsideBroker;
  let client: MqttClient;

  beforeAll(async () => {
    broker = await MosquittoBroker.start();
    client = await publisherAt(`mqtt://${broker.host}:1883`);
    await client.publishAsync(topicOf('out-retained'), '{"TC1":99}', { qos: 1, retain: true });
    given = await GivenOutsideBroker.start({
      MQTT_URL: `mqtt://${broker.host}:1883`,
      MQTT_TOPICS: TOPICS_READ,
      OUTSIDE_BROKER_VERSION,
    });
    await given.device('out-retained');
    await given.untilItReads(client, topicOf);
  });
  afterAll(async () => {
    await given?.stop();
    await client?.endAsync(true);
    await broker?.stop();
  });

  it('gives each message to the device that its topic names, as it came and in order', async () => {
    const [one, two] = [await given.device(undefined, 4_711), await given.device()];
    await publishSeqs(client, topicOf(one), upTo(500));
    await client.publishAsync(topicOf(two), 'not even JSON', { qos: 2 });
    await client.publishAsync(topicOf(two), '{"TC1":5}', { qos: 0 });
    await until(() => given.of(one).length === 500 && given.of(two).length === 2);
    expect(seqsIn(given.of(one))).toEqual(upTo(500));
    expect(given.of(two).map(({ payload }) => payload)).toEqual(['not even JSON', '{"TC1":5}']);
    expect(given.of(one)[0]!.headers).toEqual({
      arrivalId: expect.any(String),
      deviceKey: '4711',
      receivedAt: expect.stringMatching(/^\d+$/),
      steadyAt: expect.stringMatching(/^\S+ \d+$/),
      source: 'mqtt',
      topic: topicOf(one),
    });
  });

  it('stores no message that the broker had retained', () => {
    expect(given.of('out-retained')).toEqual([]);
  });

  it('lists messages under a name that no device has, and goes on', async () => {
    const [device, unknown] = [await given.device(), uniqueName('new')];
    const reported: unknown[] = [];
    const devices = untilTheEnd(
      await standIn(credentials.lookUpAll, ({ deviceNames }) =>
        deviceNames.includes(unknown) ? { logins: [{ version: 0, login: null }] } : undefined,
      ),
    );
    untilTheEnd(
      await standIn(unknownDevices.tell, ({ names }) => {
        reported.push(...names.filter(({ deviceName }) => deviceName === unknown));
        return null;
      }),
    );
    await client.publishAsync(topicOf(unknown), '{"TC1":7}', { qos: 1 });
    await publishSeqs(client, topicOf(device), [0]);
    await until(() => given.of(device).length === 1 && reported.length === 1);
    expect(reported).toEqual([{ deviceName: unknown, count: 1, sample: { data: '{"TC1":7}', bytes: 9 } }]);
    expect(given.of(unknown)).toEqual([]);
    const tooLarge = 3_000_000;
    await client.publishAsync(topicOf(unknown), Buffer.alloc(tooLarge, 'x'), { qos: 1 });
    await until(() => reported.length === 2);
    expect(reported[1]).toMatchObject({ sample: { bytes: tooLarge } });
    expect(devices).toBeDefined();
  });

  it('keeps a message of a new device until the devices service can be asked', async () => {
    const unheard = uniqueName('new');
    await publishSeqs(client, topicOf(unheard), upTo(3));
    // The devices service is away. A message that the broker sends after them is stored meanwhile.
    const accepted = await given.device();
    await publishSeqs(client, topicOf(accepted), [0]);
    await until(() => given.of(accepted).length === 1);
    expect(given.of(unheard)).toEqual([]);
    untilTheEnd(
      await standIn(credentials.lookUpAll, ({ deviceNames }) =>
        deviceNames.includes(unheard)
          ? { logins: [{ version: 1, login: { deviceKey: 77, passwordSha256: '0'.repeat(64) } }] }
          : undefined,
      ),
    );
    await until(() => given.of(unheard).length === 3);
    expect(seqsIn(given.of(unheard))).toEqual(upTo(3));
    expect(given.of(unheard)[0]!.headers['deviceKey']).toBe('77');
  });

  it('asks about many names at once, so that names of devices do not wait long', async () => {
    const device = await given.device();
    const prefix = uniqueName('x').slice(0, 10);
    const strangers = upTo(1_000).map((number) => `${prefix}${number}`);
    const questions: number[] = [];
    untilTheEnd(
      await standIn(credentials.lookUpAll, ({ deviceNames }) => {
        if (!deviceNames[0]!.startsWith(prefix)) return undefined;
        questions.push(deviceNames.length);
        return { logins: deviceNames.map(() => ({ version: 0, login: null })) };
      }),
    );
    await Promise.all(strangers.map((name) => client.publishAsync(topicOf(name), '{"TC1":7}', { qos: 1 })));
    await publishSeqs(client, topicOf(device), [0]);
    await until(() => given.of(device).length === 1);
    await until(() => questions.reduce((sum, names) => sum + names, 0) === strangers.length);
    expect(questions.length).toBeLessThan(strangers.length / 10);
  });

  it('stores and logs nothing of a blocked topic', async () => {
    const [blocked, free] = [await given.device(), await given.device()];
    const id = randomUUID();
    const state = { id, topic: topicOf(blocked) };
    await given.service
      .get(FactCopies)
      .of('blocked-topic')
      .apply([{ kind: 'blocked-topic', key: id, version: 1, state }]);
    const before = await count('blocked');
    await publishSeqs(client, topicOf(blocked), upTo(3));
    await publishSeqs(client, topicOf(free), [0]);
    await until(() => given.of(free).length === 1);
    expect(given.of(blocked)).toEqual([]);
    expect(await count('blocked')).toBe(before + 3);
  });

  it('refuses messages that are too large, or whose topic has no name of a device, with the reason', async () => {
    const device = await given.device();
    const letters: DeadLetter[] = [];
    await given.service.get(Kafka).consume({
      topic: TOPICS.deadLetters,
      group: `spec-${randomUUID()}`,
      fromBeginning: true,
      maxWaitTimeInMs: 20,
      handle: async ({ messages }) => {
        // Other specs send some that can't be read.
        const ours = messages.map(({ value }) => String(value)).filter((text) => text.includes('plant/'));
        letters.push(...ours.map((text) => DeadLetter.parse(JSON.parse(text))));
      },
    });
    for (const size of [300_000, 3_000_000])
      await client.publishAsync(topicOf(device), Buffer.alloc(size, 'x'), { qos: 1 });
    await client.publishAsync(topicOf('no name!'), '{}', { qos: 1 });
    await publishSeqs(client, topicOf(device), [0]);
    await until(() => given.of(device).length === 1);
    const ofDevice = await until(() => {
      const found = letters.filter(({ deviceName }) => deviceName === device);
      return found.reduce((sum, letter) => sum + letter.count!, 0) === 2 && found;
    });
    expect(ofDevice[0]).toMatchObject({
      reason: 'it is too large',
      topic: topicOf(device),
      payloadBytes: 300_000,
    });
    await until(() => letters.some(({ topic }) => topic === 'plant/no name!/data'));
  });
});

describe('an outside broker', () => {
  it('keeps messages that come while the bridge is away, and gives them to the next one', async () => {
    const broker = await startBroker();
    const client = await publisher(broker);
    const variables = { MQTT_URL: `mqtt://${broker.host}:1883`, MQTT_TOPICS: TOPICS_READ };
    const first = await GivenOutsideBroker.start(variables);
    await first.untilItReads(client, topicOf);
    const device = await first.device();
    await publishSeqs(client, topicOf(device), [0]);
    await until(() => first.of(device).length === 1);
    await first.service.stop();
    await publishSeqs(client, topicOf(device), [1, 2, 3]);
    // The same installation: the same database, with its sessions.
    const second = untilTheEnd(await GivenOutsideBroker.start(variables, first.database));
    await until(() => second.of(device).length === 4);
    expect(seqsIn(second.of(device))).toEqual([0, 1, 2, 3]);
  });

  it('is read over TLS, with an authority of its own', async () => {
    const host = ownAddress();
    const certificate = newCertificate(host);
    const folder = mkdtempSync(join(tmpdir(), 'telemon-ca-'));
    untilTheEnd({ stop: async () => rmSync(folder, { recursive: true }) });
    const [OUTSIDE_BROKER_CA_FILE, other] = [join(folder, 'ca.pem'), join(folder, 'other.pem')];
    writeFileSync(OUTSIDE_BROKER_CA_FILE, certificate.cert);
    writeFileSync(other, newCertificate(host).cert);
    const broker = await startBroker({ host, tls: certificate });
    const client = await publisher(broker);
    const given = await read({ MQTT_URL: `mqtts://${host}:8883`, OUTSIDE_BROKER_CA_FILE });
    await given.untilItReads(client, topicOf);
    // Another authority does not vouch for it.
    const distrustful = await read({ MQTT_URL: `mqtts://${host}:8883`, OUTSIDE_BROKER_CA_FILE: other });
    await until(async () =>
      (await metricsText()).includes('telemon_outside_broker_sessions{state="retrying"} 1'),
    );
    expect((await distrustful.service.get(Health).check()).ready).toBe(true);
  });
});
