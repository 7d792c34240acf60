import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { TOPICS } from '@telemon/contracts/topics';
import { NewUdpRoute, udpRoutes } from '@telemon/contracts/udp-router/udp-routes';
import { freePort } from '@telemon/testing/free-ports';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Asker } from '@telemon/platform/messaging/asker';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { collectRawMessages } from '@telemon/testing/raw-messages';
import { ServiceProcess } from '@telemon/testing/service-process';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { MosquittoBroker } from '../../../tools/test/mosquitto-broker.ts';

const ON = '{"online":true}';
const OFF = '{"online":false}';

let database: FreshDatabase;
let kafka: Kafka;
let nats: NatsConnection;
let asker: Asker;
let broker: MosquittoBroker;
const processes: ServiceProcess[] = [];
const sender = createSocket('udp4');
const device = aDevice();
const key = randomBytes(32).toString('base64');

/** Starts a replica; returns it with its port for datagrams. */
const startReplica = async () => {
  const port = await freePort();
  const env = {
    MONGODB_URL: database.url,
    UDP_HOST: '127.0.0.1',
    UDP_PORT: String(port),
    RATE_LIMITS: 'off',
    CERTIFICATE_KEY: key,
    UDP_KEY_SECRET: key,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  const replica = await ServiceProcess.start('udp-router', { env, readyWithinMs: 90_000 });
  processes.push(replica);
  return { replica, port };
};
const send = (payload: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    sender.send(payload, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });
/** The numbers in payloads, without repetitions. */
const numbersIn = (payloads: readonly string[]) => [
  ...new Set(payloads.flatMap((payload) => /,seq=(\d+)$/.exec(payload)?.[1] ?? []).map(Number)),
];

beforeAll(async () => {
  database = await freshDatabase();
  broker = await MosquittoBroker.start();
  kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'spec', partitions: 1 });
  await kafka.prepare();
  nats = await connectNats(servers().natsUrl, 'spec');
  asker = new Asker(nats);
  const { deviceName } = device;
  const fact = { kind: 'device', key: deviceName, version: 1, state: device };
  const facts = await kafka.producer();
  await facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value: JSON.stringify(fact) }]);
});
afterAll(async () => {
  sender.close();
  await Promise.all(processes.map((each) => each.stop()));
  await Promise.all([kafka.close(), nats.close(), broker.stop()]);
  await database.drop();
});

describe('the process that forwards UDP routes', () => {
  it('may be killed under load: another one goes on, all stored datagrams arrive in order, and the will is published', async () => {
    const { deviceName } = device;
    const stored = await collectRawMessages(kafka);
    const first = await startReplica();
    const rule = NewUdpRoute.parse({
      deviceId: deviceName,
      host: broker.host,
      port: broker.port,
      topic: 'plant/pumps',
      prePostEnable: '1',
      connectMessage: ON,
      disconnectMessage: OFF,
      connectTopic: 'gateway/state',
      disconnectTopic: 'gateway/state',
      connectRetain: '1',
      disconnectRetain: '1',
      tlsEnabled: '0',
    });
    const route = await until(() => asker.ask(udpRoutes.create, rule));
    await until(async () => {
      await send(`${deviceName},warm=up`, first.port);
      return broker.on('plant/pumps').length > 0;
    });

    const second = await startReplica();
    const ofDevice = () =>
      numbersIn(stored.filter((each) => each.deviceName === deviceName).map(({ payload }) => payload));
    const send500 = async (from: number) => {
      for (let number = from; number < from + 500; number++) {
        await send(`${deviceName},seq=${number}`, second.port);
        // The socket's buffer holds so many.
        if (number % 100 === 99) await until(() => ofDevice().includes(number), { everyMs: 5 });
      }
    };
    await send500(0);
    const killing = first.replica.kill();
    await send500(500);
    await killing;
    await send500(1_000);

    await until(() => numbersIn(broker.on('plant/pumps')).includes(1_499), {
      what: 'the last one forwarded',
    });
    expect(numbersIn(broker.on('plant/pumps'))).toEqual(ofDevice());
    expect(broker.on('gateway/state')).toEqual([ON, OFF, ON]);

    const { udpRoutes: listed } = await asker.ask(udpRoutes.list, {});
    expect(listed).toMatchObject([{ id: route.id, deviceId: deviceName }]);
    await asker.ask(udpRoutes.remove, { id: route.id });
    await until(() => broker.on('gateway/state').length === 4);
    await until(async () => (await database.db.collection('udp_routes').countDocuments()) === 0);
  });
});
