// The least that stores and compares readings on these servers, with no framework: devices speak MQTT to this process, which
// acknowledges a message once Kafka has it, stores each batch with one insert, and compares its readings with rules in memory. It
// checks no logins, keeps no latest values, and ends when something fails.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { keysOf } from './device-keys.ts';
import { DeviceConnection } from './device-connection.ts';
import { type BareDocument, Intake } from './intake.ts';
import { KafkaWriter } from './kafka-writer.ts';
import {
  brokerAddresses,
  partitioner,
  patchFetchDecoding,
  patchIdleConnections,
  patchProduceEncoding,
} from './product-code.ts';
import { Rules } from './rules.ts';

const variable = (name: string): string => process.env[name]!;

patchIdleConnections();
patchProduceEncoding();
patchFetchDecoding();
const topic = variable('KAFKA_TOPIC');
const kafka = new Kafka({
  ...brokerAddresses([variable('KAFKA_BROKERS')]),
  logLevel: logLevel.ERROR,
});
const producer = kafka.producer({
  createPartitioner: partitioner,
  allowAutoTopicCreation: false,
  maxInFlightRequests: 1,
});
const consumer = kafka.consumer({ groupId: 'bare', maxWaitTimeInMs: 500, allowAutoTopicCreation: false });
const mongo = new MongoClient(variable('MONGODB_URL'), { writeConcern: { w: 'majority', journal: true } });
await Promise.all([producer.connect(), consumer.connect(), mongo.connect()]);

const keys = keysOf(Number(variable('DEVICES')));
const rules = new Rules([...keys.keys()], createWriteStream(variable('FIRINGS_FILE'), { flags: 'a' }));
const readings = await mongo.db().createCollection<BareDocument>('readings', {
  clusteredIndex: { key: { _id: 1 }, unique: true },
});
const intake = new Intake(consumer, readings, rules, keys);
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({ autoCommit: false, eachBatch: (payload) => intake.take(payload) });

const writer = new KafkaWriter(producer, topic);
createServer({ noDelay: true }, (socket) => {
  // The socket's listeners keep it.
  void new DeviceConnection(socket, (publish) => writer.add(publish));
}).listen({ port: Number(variable('MQTT_PORT')), host: '127.0.0.1', backlog: 4_096 }, () =>
  console.log('listening'),
);
