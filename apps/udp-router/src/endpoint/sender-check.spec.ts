import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { credentials } from '@telemon/contracts/devices/devices';
import {
  NO_UDP_IDENTITY,
  UDP_IDENTITY_CHANGED_SUBJECT,
  UDP_KEY_BYTES,
  UNAUTHENTICATED_SUBJECT,
  type UdpIdentity,
  udpKeyName,
} from '@telemon/contracts/devices/udp-identity';
import type { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { freePort } from '@telemon/testing/free-ports';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { connectNats } from '@telemon/platform/messaging/nats';
import { SecretKey, derived } from '@telemon/platform/secret-key';
import { aDevice } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { servers } from '@telemon/testing/servers';
import { ServiceProcess } from '@telemon/testing/service-process';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { collectRefusals, dropped } from '../../testing/dropped-datagrams.ts';
import { givenEndpoint } from '../../testing/given-endpoint.ts';
import { signed } from '../../testing/signed.ts';
import { UdpEndpoint } from './udp-endpoint.ts';

const SECRET = randomBytes(32).toString('base64');
const DEVICE_KEY = 7;

let database: FreshDatabase;
let service: StartedService;
/** Another replica, in a process of its own. */
let replica: { process: ServiceProcess; port: number };
let facts: KafkaProducer;
let nats: NatsConnection;
let arrived: readonly CollectedMessage[];
let letters: readonly DeadLetter[];
/** The devices that were reported as unauthenticated. */
const unauthenticated: string[] = [];
const answers: Buffer[] = [];
const sender = createSocket('udp4').on('message', (answer) => void answers.push(answer));

const sendTo = ({ port }: { port: number }, payload: string) =>
  new Promise<void>((resolve, reject) => {
    sender.send(payload, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });
const send = (payload: string) => sendTo(service.get(UdpEndpoint), payload);
const startReplica = async () => {
  const port = await freePort();
  const env = {
    MONGODB_URL: database.url,
    UDP_HOST: '127.0.0.1',
    UDP_PORT: String(port),
    CERTIFICATE_KEY: SECRET,
    UDP_KEY_SECRET: SECRET,
  };
  return { process: await ServiceProcess.start('udp-router', { env, readyWithinMs: 90_000 }), port };
};
const payloadsOf = (deviceName: string) =>
  arrived.filter((message) => message.deviceName === deviceName).map(({ payload }) => payload);
const refusalsOf = (deviceName: string) =>
  letters.filter((letter) => letter.deviceName === deviceName).map(({ reason }) => reason);
/** The payloads in the log, which holds them as samples. */
const refusedPayloadsOf = (deviceName: string, reason: string) =>
  letters
    .filter((letter) => letter.deviceName === deviceName && letter.reason === reason)
    .map(({ payload }) => Buffer.from(payload, 'base64').toString());
const REPLAYED = 'its counter was used before, or is too low';
/** Sends a datagram, and waits until it is dropped for the reason. */
const isDropped = async (reason: string, payload: string) => {
  const before = await dropped(reason);
  await send(payload);
  await until(async () => (await dropped(reason)) === before + 1, { what: `the drop as ${reason}` });
};

const keyOf = (keyId: string) =>
  derived(SecretKey.parse(SECRET), udpKeyName(DEVICE_KEY, keyId), UDP_KEY_BYTES).toString('hex');
const withKey = () => {
  const keyId = uniqueName('key');
  return { keyId, key: keyOf(keyId) };
};

const tell = async (deviceName: string, version: number, udp: UdpIdentity) => {
  const state = aDevice({ deviceName, deviceKey: DEVICE_KEY, udp });
  const fact = { kind: 'device', key: deviceName, version, state };
  await facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value: JSON.stringify(fact) }]);
  await until(() => service.get(FactCopies).of('device').versionOf(deviceName) >= version);
};
const givenDevice = async (udp: UdpIdentity = NO_UDP_IDENTITY): Promise<string> => {
  const deviceName = uniqueName('udp');
  await tell(deviceName, 1, udp);
  return deviceName;
};

beforeAll(async () => {
  ({ database, service } = await givenEndpoint({ UDP_KEY_SECRET: SECRET }));
  replica = await startReplica();
  const kafka = service.get(Kafka);
  arrived = await collectRawMessages(kafka);
  letters = await collectRefusals(kafka);
  facts = await kafka.producer();
  nats = await connectNats(servers().natsUrl, 'spec');
  nats.subscribe(UNAUTHENTICATED_SUBJECT, {
    callback: (_error, message) =>
      void unauthenticated.push(message.json<{ deviceName: string }>().deviceName),
  });
  await nats.flush();
});

afterAll(async () => {
  sender.close();
  await Promise.all([service.stop(), replica.process.stop()]);
  await nats.close();
  await database.drop();
});

describe('a device with a key', () => {
  it('sends both forms of payload, which arrive without the signature', async () => {
    const { keyId, key } = withKey();
    const device = await givenDevice({ keyId, source: null });
    const [text, json] = [`${device},TC1=20.1`, `{"deviceId":"${device}", "TC1": 20.2}`];
    await send(signed(text, 1, key));
    await send(`${signed(json, 2, key)}\n`);
    await until(() => payloadsOf(device).length === 2);
    expect(payloadsOf(device)).toEqual([text, json]);
    expect(unauthenticated).not.toContain(device);
    expect(answers).toEqual([]);
  });

  it('is refused unsigned, with a wrong signature, and with the key of another device, and the log says why', async () => {
    const { keyId, key } = withKey();
    const device = await givenDevice({ keyId, source: null });
    const datagram = `${device},TC1=1`;
    await isDropped('unsigned', datagram);
    await isDropped('wrong-signature', signed(datagram, 1, withKey().key));
    await isDropped('wrong-signature', signed(datagram, 1, key).replace('TC1=1', 'TC1=2'));
    await isDropped('wrong-signature', signed(datagram, 1, key).replace(';1;', ';2;'));
    await until(() => new Set(refusalsOf(device)).size === 2);
    expect(new Set(refusalsOf(device))).toEqual(
      new Set(['it is not signed, and its device has a key', 'its signature is wrong']),
    );
    expect(payloadsOf(device)).toEqual([]);
    expect(answers).toEqual([]);
  });

  it('is refused with a counter that was used, at each replica, and after a restart', async () => {
    const { keyId, key } = withKey();
    const device = await givenDevice({ keyId, source: null });
    const datagram = (counter: number) => signed(`${device},TC1=${counter}`, counter, key);
    await send(datagram(100));
    await until(() => payloadsOf(device).length === 1);
    await isDropped('replayed', datagram(100));
    await until(() => refusalsOf(device).includes(REPLAYED));
    // A replica that has not heard of the device yet drops its datagrams for another reason.
    const isReplayedAtReplica = async () => {
      const before = refusalsOf(device).length;
      await until(async () => {
        await sendTo(replica, datagram(100));
        return refusalsOf(device).slice(before).includes(REPLAYED);
      });
    };
    await isReplayedAtReplica();
    await sendTo(replica, datagram(99));
    await until(() => payloadsOf(device).length === 2);
    await isDropped('replayed', datagram(99));
    await isDropped('replayed', datagram(36));
    await replica.process.kill();
    await replica.process.startAgain();
    await isReplayedAtReplica();
    await sendTo(replica, datagram(101));
    await until(() => payloadsOf(device).length === 3);
    expect(payloadsOf(device)).toEqual([100, 99, 101].map((value) => `${device},TC1=${value}`));
  });

  it('loses nothing of its rate to datagrams that others send in its name', async () => {
    const { keyId, key } = withKey();
    const device = await givenDevice({ keyId, source: null });
    const before = await dropped('unsigned');
    for (let number = 0; number < 200; number++) await send(`${device},forged=${number}`);
    await until(async () => (await dropped('unsigned')) === before + 200);
    for (let counter = 1; counter <= 60; counter++)
      await send(signed(`${device},seq=${counter}`, counter, key));
    await until(() => payloadsOf(device).length === 60);
    expect(payloadsOf(device).at(-1)).toBe(`${device},seq=60`);
  });

  it('sends with a new key at once, and not with the former one, before the fact comes', async () => {
    const [former, present] = [withKey(), withKey()];
    const device = await givenDevice({ keyId: former.keyId, source: null });
    await send(signed(`${device},TC1=1`, 1, former.key));
    await until(() => payloadsOf(device).length === 1);
    const answering = nats.subscribe(credentials.lookUp.subject, {
      callback: (_error, question) => {
        const login = {
          deviceKey: DEVICE_KEY,
          passwordSha256: '0'.repeat(64),
          udp: { keyId: present.keyId, source: null },
        };
        question.respond(JSON.stringify({ response: { answer: { version: 2, login } } }));
      },
    });
    nats.publish(UDP_IDENTITY_CHANGED_SUBJECT, JSON.stringify({ deviceName: device, version: 2 }));
    await nats.flush();
    // Until the message has reached the endpoint, the former key counts.
    await until(async () => {
      const before = await dropped('wrong-signature');
      await send(signed(`${device},TC1=2`, 2 + Date.now(), former.key));
      return until(async () => (await dropped('wrong-signature')) > before, { timeoutMs: 500 }).catch(
        () => false,
      );
    });
    await send(signed(`${device},TC1=3`, 1, present.key));
    await until(() => payloadsOf(device).includes(`${device},TC1=3`));
    answering.unsubscribe();
  });
});

describe('a device with a source', () => {
  it('is accepted from there, and refused from elsewhere, with the reason in the log', async () => {
    const here = await givenDevice({ keyId: null, source: '127.0.0.0/24' });
    await send(`${here},TC1=1`);
    await until(() => payloadsOf(here).length === 1);
    expect(unauthenticated).not.toContain(here);
    const elsewhere = await givenDevice({ keyId: null, source: '192.0.2.1' });
    await isDropped('wrong-source', `${elsewhere},TC1=1`);
    await until(() => refusalsOf(elsewhere).includes('it does not come from the address of its device'));
    expect(payloadsOf(elsewhere)).toEqual([]);
    expect(answers).toEqual([]);
  });

  it('that has a key too needs both', async () => {
    const { keyId, key } = withKey();
    const device = await givenDevice({ keyId, source: '192.0.2.1' });
    await isDropped('wrong-source', signed(`${device},TC1=1`, 1, key));
    await tell(device, 2, { keyId, source: '127.0.0.1' });
    await isDropped('unsigned', `${device},TC1=1`);
    await send(signed(`${device},TC1=1`, 1, key));
    await until(() => payloadsOf(device).length === 1);
  });
});

describe('the log', () => {
  it('gets only the payload of a signed datagram, for every reason of refusal', async () => {
    const { keyId, key } = withKey();
    const [device, elsewhere] = [
      await givenDevice({ keyId, source: null }),
      await givenDevice({ keyId, source: '192.0.2.1' }),
    ];
    await isDropped('wrong-signature', signed(`${device},TC1=1`, 1, withKey().key));
    await send(signed(`${device},TC1=1`, 2, key));
    await until(() => payloadsOf(device).length === 1);
    await isDropped('replayed', signed(`${device},TC1=1`, 2, key));
    await isDropped('wrong-source', signed(`${elsewhere},TC1=1`, 1, key));
    await until(() => refusalsOf(device).length === 2 && refusalsOf(elsewhere).length === 1);
    for (const [name, reason] of [
      [device, 'its signature is wrong'],
      [device, REPLAYED],
      [elsewhere, 'it does not come from the address of its device'],
    ] as const)
      expect(refusedPayloadsOf(name, reason)).toEqual([`${name},TC1=1`]);
    const nobody = uniqueName('nobody');
    // A datagram of another test may be the sample in the log for its second.
    await until(async () => {
      await send(signed(`${nobody},TC1=1`, 1, key));
      return refusalsOf(nobody).length > 0;
    });
    expect(refusedPayloadsOf(nobody, refusalsOf(nobody)[0]!)[0]).toBe(`${nobody},TC1=1`);
  });
});

describe('a device without a key and a source', () => {
  it('is accepted, is reported as unauthenticated once, and may sign already', async () => {
    const device = await givenDevice();
    await send(`${device},TC1=1`);
    await send(signed(`${device},TC1=2`, 1, withKey().key));
    await until(() => payloadsOf(device).length === 2);
    expect(payloadsOf(device)).toEqual([`${device},TC1=1`, `${device},TC1=2`]);
    await until(() => unauthenticated.includes(device));
    expect(unauthenticated.filter((name) => name === device)).toEqual([device]);
  });
});
