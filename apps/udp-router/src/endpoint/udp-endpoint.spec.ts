import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BEYOND_RATE_SUBJECT, type BeyondRate } from '@telemon/contracts/device-rate';
import { credentials } from '@telemon/contracts/devices/devices';
import { type UnknownName, unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { connectNats } from '@telemon/platform/messaging/nats';
import { metricsText } from '@telemon/platform/metrics';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { servers } from '@telemon/testing/servers';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { givenEndpoint } from '../../testing/given-endpoint.ts';
import { UdpEndpoint } from './udp-endpoint.ts';
import { openUdpPort } from './udp-port.ts';

let database: FreshDatabase;
let service: StartedService;
let kafka: Kafka;
let facts: KafkaProducer;
let port: number;
let arrived: readonly CollectedMessage[];
/** The counted samples of all specs, as JSON. */
const letters: string[] = [];
const answers: Buffer[] = [];
const sender = createSocket('udp4').on('message', (answer) => void answers.push(answer));

const send = (payload: string | Buffer) =>
  new Promise<void>((resolve, reject) => {
    sender.send(payload, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });
const arrivedFrom = (deviceName: string) => arrived.filter((message) => message.deviceName === deviceName);
const dropped = async (reason: string) => {
  const line = new RegExp(`^telemon_udp_datagrams_dropped_total\\{reason="${reason}"\\} (\\d+)`, 'm');
  return Number(line.exec(await metricsText())?.[1] ?? 0);
};
/** Drops of unregistered devices: no service answers look-ups here. */
const droppedAsUnknown = async () => (await dropped('unknown-device')) + (await dropped('not-looked-up'));

const tell = (deviceName: string, version: number, registered: boolean) => {
  const state = registered && {
    deviceName,
    deviceKey: 7,
    deviceAlias: `Alias ${deviceName}`,
    managerId: 'm1',
    assistantIds: [],
    template: 'Multiple',
    sensorNames: ['Temperature', null, null, null],
    smsLimit: 10,
    emailLimit: 10,
    limitRefresh: 'Monthly',
    passwordSha256: '0'.repeat(64),
  };
  const fact = { kind: 'device', key: deviceName, version, state: state || null };
  return facts.send(TOPICS.facts, [{ key: `device:${deviceName}`, value: JSON.stringify(fact) }]);
};

/** A device whose fact has arrived, so that it needs no look-up. It has sent nothing yet, so it may send a whole burst. */
const registeredDevice = async (): Promise<string> => {
  const deviceName = uniqueName('udp');
  await tell(deviceName, 1, true);
  await until(() => service.get(FactCopies).of('device').get(deviceName) !== undefined);
  return deviceName;
};

beforeAll(async () => {
  ({ database, service } = await givenEndpoint());
  kafka = service.get(Kafka);
  arrived = await collectRawMessages(kafka);
  await kafka.consume({
    topic: TOPICS.deadLetters,
    group: `spec-${randomUUID()}`,
    maxWaitTimeInMs: 20,
    handle: async ({ messages }) => {
      letters.push(...messages.map(({ value }) => String(value)).filter((text) => text.includes('"count":')));
    },
  });
  facts = await kafka.producer();
  port = service.get(UdpEndpoint).port;
});

afterAll(async () => {
  sender.close();
  await service.stop();
  await database.drop();
});

describe('a datagram', () => {
  it('of a registered device arrives in Kafka unchanged, with its own id', async () => {
    const device = await registeredDevice();
    const payload = ` {"TC1": 20.1,\n"deviceId":"${device}" , "note":"é"}`;
    const same = () => arrivedFrom(device).filter((message) => message.payload === payload);
    const sentAt = Date.now();
    await send(payload);
    await send(payload);
    await until(() => same().length === 2);
    const [first, second] = same();
    expect(first!.headers).toMatchObject({ source: 'udp', deviceKey: '7' });
    expect(Number(first!.headers.receivedAt)).toBeGreaterThanOrEqual(sentAt);
    expect(Number(first!.headers.receivedAt)).toBeLessThanOrEqual(Date.now());
    expect(first!.headers.arrivalId).not.toBe(second!.headers.arrivalId);
  });

  it('that can’t be parsed but names its device is passed on, to be rejected with a reason', async () => {
    const device = await registeredDevice();
    await send(`{"deviceId":"${device}","TC1":`);
    await until(() => arrivedFrom(device).some(({ payload }) => payload.endsWith('"TC1":')));
  });

  it('that names no device, or an unknown one, is dropped and counted, without an answer', async () => {
    const [nameless, unknown] = [await dropped('nameless'), await droppedAsUnknown()];
    for (const payload of ['', '{', '{}', 'ab,TC1=1', '{"deviceId":{"$ne":null},"TC1":1}'])
      await send(payload);
    await send(Buffer.from([0, 255, 254]));
    await until(async () => (await dropped('nameless')) === nameless + 6);
    const stranger = uniqueName('nobody');
    await send(`${stranger},TC1=1`);
    await until(async () => (await droppedAsUnknown()) === unknown + 1);
    expect(arrivedFrom(stranger)).toEqual([]);
    expect(answers).toEqual([]);
  });

  it('of a device beyond its rate is dropped and counted, and others are not held up', async () => {
    const [loud, quiet] = [await registeredDevice(), await registeredDevice()];
    const before = await dropped('rate');
    const nats = await connectNats(servers().natsUrl, 'spec');
    const reports: BeyondRate[] = [];
    nats.subscribe(BEYOND_RATE_SUBJECT, { callback: (_error, message) => void reports.push(message.json()) });
    await nats.flush();
    const begun = performance.now();
    for (let number = 0; number < 200; number++) await send(`${loud},seq=${number}`);
    await send(`${quiet},seq=last`);
    await until(() => arrivedFrom(quiet).some(({ payload }) => payload.endsWith('last')));
    const through = arrivedFrom(loud).filter(({ payload }) => payload.includes('seq=')).length;
    const seconds = (performance.now() - begun) / 1_000;
    expect(through).toBeGreaterThan(40);
    expect(through).toBeLessThanOrEqual(Math.min(200, 60 + 10 * seconds + 1));
    expect(through + (await dropped('rate')) - before).toBe(200);
    await until(() => reports.length > 0);
    expect(reports).toEqual([{ deviceName: loud }]);
    await nats.close();
  });

  it('costs as much of the rate of its device as its size demands', async () => {
    const device = await registeredDevice();
    const before = await dropped('rate');
    const large = `,note=${'x'.repeat(25 * 1_024)}`;
    const begun = performance.now();
    for (let number = 0; number < 10; number++) await send(`${device},seq=${number}${large}`);
    await until(async () => {
      const through = arrivedFrom(device).filter(({ payload }) => payload.endsWith(large)).length;
      return through + (await dropped('rate')) - before === 10;
    });
    const seconds = (performance.now() - begun) / 1_000;
    // Each datagram costs 26 tokens.
    expect(10 - ((await dropped('rate')) - before)).toBeLessThanOrEqual((60 + 10 * seconds) / 26);
  });

  it('that is dropped is handed to the log with the reason, as a counted sample', async () => {
    const device = await registeredDevice();
    for (let number = 0; number < 100; number++) await send(`${device},beyond=${number}`);
    const of = (name: string) =>
      letters
        .filter((text) => text.includes(`"deviceName":"${name}"`))
        .map((text) => DeadLetter.parse(JSON.parse(text)));
    const ofDevice = await until(() => of(device).length > 0 && of(device));
    expect(ofDevice[0]).toMatchObject({
      source: 'udp',
      deviceKey: 7,
      reason: 'its device sends more than it may',
      payloadBytes: expect.any(Number),
    });
    expect(ofDevice[0]!.count).toBeGreaterThan(1);
    const nobody = uniqueName('nobody');
    // A datagram of another test may be the sample in the log for its second.
    await until(async () => {
      await send(`${nobody},TC1=1`);
      return of(nobody).length > 0;
    });
    expect(of(nobody)[0]).toMatchObject({ deviceKey: null });
    expect(Buffer.from(of(nobody)[0]!.payload, 'base64').toString()).toBe(`${nobody},TC1=1`);
  });

  it('of an unknown device is reported to the logs service, one whose device could not be looked up is not', async () => {
    const nats = await connectNats(servers().natsUrl, 'spec');
    const [stranger, unanswered] = [uniqueName('nobody'), uniqueName('nobody')];
    const reported: UnknownName[] = [];
    nats.subscribe(credentials.lookUp.subject, {
      callback: (_error, question) => {
        const { data } = question.json<{ data: { request: { deviceName: string } } }>();
        const response =
          data.request.deviceName === stranger
            ? { answer: { version: 0, login: null } }
            : { failure: { kind: 'unavailable', code: 'Spec', message: 'not now' } };
        question.respond(JSON.stringify({ response }));
      },
    });
    nats.subscribe(unknownDevices.tell.subject, {
      callback: (_error, question) => {
        const { data } = question.json<{ data: { request: { names: UnknownName[] } } }>();
        reported.push(...data.request.names);
        question.respond(JSON.stringify({ response: { answer: null } }));
      },
    });
    await nats.flush();
    const payload = `${stranger},TC1=1`;
    // After a question without an answer, the endpoint asks nothing for a moment.
    await until(async () => {
      await send(payload);
      return reported.some(({ deviceName }) => deviceName === stranger);
    });
    expect(reported.find(({ deviceName }) => deviceName === stranger)).toEqual({
      deviceName: stranger,
      count: expect.any(Number),
      sample: { data: payload, bytes: payload.length },
    });
    const notLookedUp = await dropped('not-looked-up');
    await send(`${unanswered},TC1=1`);
    await until(async () => (await dropped('not-looked-up')) > notLookedUp);
    const before = reported.length;
    await until(async () => {
      await send(payload);
      return reported.length > before;
    });
    expect(reported.map(({ deviceName }) => deviceName)).not.toContain(unanswered);
    await nats.close();
  });

  it('of a removed device is dropped', async () => {
    const device = await registeredDevice();
    await tell(device, 2, false);
    await until(async () => {
      const before = await droppedAsUnknown();
      await send(`${device},TC1=1`);
      return until(async () => (await droppedAsUnknown()) > before, { timeoutMs: 1_000 });
    });
  });

  it('of a known device gets through a flood of made-up names', async () => {
    const device = await registeredDevice();
    for (let number = 0; number < 20_000; number++) {
      await send(`flood-${number},TC1=1`);
      if (number % 1_000 === 0) await send(`${device},flooded=${number}`);
      // Sender and receiver share this process: the receiver must get its turn.
      if (number % 20 === 0) await nextTurn();
    }
    await until(() => arrivedFrom(device).filter(({ payload }) => payload.includes('flooded')).length === 20);
  });
});

describe('the port', () => {
  it('has several sockets: a flood of one of them disturbs no senders of the others', async () => {
    const device = await registeredDevice();
    const flooder = createSocket('udp4');
    const others = Array.from({ length: 20 }, () => createSocket('udp4'));
    const lost = await dropped('receive-buffer');
    // The datagrams are sent in one turn of the event loop, in which the endpoint of this process reads nothing.
    for (let number = 0; number < 60_000; number++) flooder.send('{', port, '127.0.0.1');
    for (const [place, other] of others.entries()) other.send(`${device},seq=${place}`, port, '127.0.0.1');
    await until(async () => (await dropped('receive-buffer')) > lost);
    // One or two of the twenty senders may come to the flooded socket.
    await until(() => arrivedFrom(device).length > 12);
    for (const socket of [flooder, ...others]) socket.close();
  });

  it('has a socket of its own for the sender of a device, not for one whose datagrams are dropped', async () => {
    const ownSockets = async () =>
      Number(/^telemon_udp_own_sockets(?:\{.*\})? (\d+)/m.exec(await metricsText())?.[1]);
    const device = await registeredDevice();
    const [known, stranger] = [createSocket('udp4'), createSocket('udp4')];
    const before = await ownSockets();
    const nameless = await dropped('nameless');
    stranger.send('{', port, '127.0.0.1');
    await until(async () => (await dropped('nameless')) > nameless);
    expect(await ownSockets()).toBe(before);
    known.send(`${device},seq=1`, port, '127.0.0.1');
    await until(async () => (await ownSockets()) === before + 1);
    known.send(`${device},seq=2`, port, '127.0.0.1');
    await until(() => arrivedFrom(device).length === 2);
    for (const socket of [stranger, known]) socket.close();
  });

  it('that is taken is reported in one sentence', async () => {
    const opening = openUdpPort({ host: '127.0.0.1', port }, () => undefined);
    await expect(opening).rejects.toThrow(
      `UDP port ${port} on 127.0.0.1 is taken; end the program that has it, or set UDP_PORT to a free one`,
    );
  });
});
