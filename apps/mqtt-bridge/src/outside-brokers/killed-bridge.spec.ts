import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { freePort } from '@telemon/testing/free-ports';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { servers } from '@telemon/testing/servers';
import { ServiceProcess } from '@telemon/testing/service-process';
import { until } from '@telemon/testing/waiting';
import type { MqttClient } from 'mqtt';
import { MosquittoBroker } from '../../../../tools/test/mosquitto-broker.ts';
import { publishSeqs, publisherAt, seqsIn, upTo } from '../../testing/given-outside-broker.ts';

const COUNT = 3_000;
const topicOf = (deviceName: string) => `plant/${deviceName}/data`;

/** The devices service, as far as the facts about devices go. */
let owner: { mongo: Mongo; kafka: Kafka; lifecycle: Lifecycle; facts: FactOutbox };
let databases: FreshDatabase[];
let broker: MosquittoBroker;
let client: MqttClient;
let bridges: ServiceProcess[];
let arrived: readonly CollectedMessage[];

beforeAll(async () => {
  databases = [await freshDatabase(), await freshDatabase()];
  const [ofOwner, ofBridges] = databases as [FreshDatabase, FreshDatabase];
  const mongo = new Mongo(ofOwner.url, 'killed-bridge-spec');
  const brokers = servers().kafkaBrokers.split(',');
  const kafka = new Kafka({ brokers, app: 'killed-bridge-spec', partitions: 1 });
  const lifecycle = new Lifecycle();
  owner = { mongo, kafka, lifecycle, facts: new FactOutbox(mongo, kafka, lifecycle) };
  await Promise.all([mongo.prepare(), kafka.prepare()]);
  await lifecycle.start();
  broker = await MosquittoBroker.start();
  client = await publisherAt(`mqtt://${broker.host}:1883`);
  bridges = await Promise.all(
    ['a', 'b'].map(async () =>
      ServiceProcess.prepare('mqtt-bridge', {
        env: {
          MONGODB_URL: ofBridges.url,
          MQTT_HOST: '127.0.0.1',
          MQTT_PORT: String(await freePort()),
          MQTT_URL: `mqtt://spec:s3cret-of-plant@${broker.host}:1883`,
          MQTT_TOPICS: 'plant/{deviceName}/data',
          LOG_LEVEL: 'info',
        },
      }),
    ),
  );
  await bridges[0]!.startAgain();
  arrived = await collectRawMessages(kafka);
});
afterAll(async () => {
  for (const bridge of bridges ?? []) await bridge.stop();
  await client?.endAsync(true);
  await broker?.stop();
  await owner?.lifecycle.stop();
  await owner?.kafka.close();
  await owner?.mongo.close();
  await Promise.all((databases ?? []).map((database) => database.drop()));
});

const of = (deviceName: string) => arrived.filter((message) => message.deviceName === deviceName);

it('loses no message that the outside broker has acknowledged when a bridge is killed, and another one goes on', async () => {
  const deviceName = uniqueName('out');
  await owner.facts.commit((_session, publish) =>
    publish({ kind: 'device', key: deviceName, state: aDevice({ deviceName }) }),
  );
  await publishSeqs(client, topicOf(deviceName), [COUNT]);
  await until(() => of(deviceName).length > 0);
  const publishing = (async () => {
    for (const seq of upTo(COUNT)) await publishSeqs(client, topicOf(deviceName), [seq]);
  })();
  await until(() => of(deviceName).length > 300, { everyMs: 1 });
  await bridges[0]!.kill();
  await bridges[1]!.startAgain();
  await publishing;
  await until(() => new Set(seqsIn(of(deviceName))).size === COUNT + 1);
  const seqs = seqsIn(of(deviceName));
  // Only messages under way come twice; by their numbers, readings are stored once.
  expect(seqs.length - new Set(seqs).size).toBeLessThanOrEqual(1_000);
  expect([...new Set(seqs)].toSorted((one, other) => one - other)).toEqual(upTo(COUNT + 1));
  const output = bridges.map((bridge) => bridge.output).join('');
  expect(output).toContain('outside broker connected');
  expect(output).not.toContain('s3cret-of-plant');
});
