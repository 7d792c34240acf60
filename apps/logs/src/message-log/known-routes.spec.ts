import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { DeadLetter } from '@telemon/contracts/readings';
import { type RouteInForce, udpRoutes } from '@telemon/contracts/udp-router/udp-routes';
import { uniqueName } from '@telemon/testing/given';
import { standIn } from '@telemon/testing/stand-in';
import { randomInt, randomUUID } from 'node:crypto';
import { type GivenLogs, givenLogs } from '../../testing/given-logs.ts';
import { ArrivalsConsumer } from './arrivals.consumer.ts';
import { DeadLettersConsumer } from './dead-letters.consumer.ts';
import { KnownRoutes } from './known-routes.ts';
import { firstIdFrom } from './log-row.ts';
import { MessageLogService } from './message-log.service.ts';

/** A name that no device of another spec has. */
const deviceKey = randomInt(1_000_000, 2 ** 40);
const deviceName = uniqueName('routed');
const begun = Date.now();

let given: GivenLogs;
let routes: RouteInForce[];

beforeAll(async () => {
  given = await givenLogs();
  const route = { deviceKey, host: 'one.example.com', port: 1_883, topic: 'plant/one', since: begun };
  routes = [
    route,
    { ...route, host: 'two.example.com', port: 8_883, topic: 'plant/two' },
    { ...route, host: 'later.example.com', since: begun + HOUR_MS },
    { ...route, deviceKey: deviceKey + 1, host: 'of-another.example.com' },
  ];
  const udpRouter = await standIn(udpRoutes.inForce, () => ({ routes }));
  await given.service.get(KnownRoutes).learn();
  await udpRouter.stop();
});
afterAll(() => given.stop());

const aDatagram = (receivedAt = begun) => ({ arrivalId: randomUUID(), receivedAt });
type Datagram = ReturnType<typeof aDatagram>;

const arrives = ({ arrivalId, receivedAt }: Datagram, source = 'udp') =>
  given.service.get(ArrivalsConsumer).keep({
    partition: 0,
    messages: [
      {
        key: Buffer.from(deviceName),
        value: Buffer.from('TC1=warm'),
        timestamp: String(Date.now()),
        attributes: 0,
        offset: '0',
        headers: { arrivalId, receivedAt: String(receivedAt), source, deviceKey: String(deviceKey) },
      },
    ],
  });
const isRefused = (datagram: Datagram, extras: Partial<DeadLetter> = {}) => {
  const letter: DeadLetter = {
    ...datagram,
    deviceName,
    deviceKey,
    source: 'udp',
    content: 'telemetry',
    reason: 'TC1 can’t be read',
    payload: Buffer.from('TC1=warm').toString('base64'),
    payloadBytes: 8,
    ...extras,
  };
  const message = { key: null, value: Buffer.from(JSON.stringify(letter)), timestamp: '', attributes: 0 };
  return given.service
    .get(DeadLettersConsumer)
    .keep({ partition: 0, messages: [{ ...message, offset: '0', headers: {} }] });
};
const rowsOf = async ({ arrivalId, receivedAt }: Datagram, log: 'udp' | 'mqtt' = 'udp') => {
  const { rows } = await given.service.get(MessageLogService).page(log, SYSTEM, { limit: 100, offset: 0 });
  const ofDatagram = rows.filter(({ id }) => id.startsWith(`${firstIdFrom(receivedAt)}-${arrivalId}`));
  return ofDatagram
    .toSorted((one, other) => one.id.localeCompare(other.id))
    .map(({ host, port, topic, reason }) => ({ host, port, topic, reason }));
};
const ONE = { host: 'one.example.com', port: 1_883, topic: 'plant/one' };
const TWO = { host: 'two.example.com', port: 8_883, topic: 'plant/two' };
const REASON = 'TC1 can’t be read';

describe('a datagram of a device with routes', () => {
  it('has a row for each route that takes it, once, with its target', async () => {
    const datagram = aDatagram();
    await arrives(datagram);
    await arrives(datagram);
    expect(await rowsOf(datagram)).toEqual([
      { ...ONE, reason: null },
      { ...TWO, reason: null },
    ]);
  });

  it('has one row without a target if it came before the routes', async () => {
    const datagram = aDatagram(begun - 1);
    await arrives(datagram);
    expect(await rowsOf(datagram)).toEqual([{ host: undefined, port: undefined, topic: '', reason: null }]);
  });

  it('has the reason in each row, whether that or the datagram comes first', async () => {
    const [before, after] = [aDatagram(), aDatagram()];
    await isRefused(before);
    await arrives(before);
    await arrives(after);
    await isRefused(after);
    const both = [
      { ...ONE, reason: REASON },
      { ...TWO, reason: REASON },
    ];
    expect(await rowsOf(before)).toEqual(both);
    expect(await rowsOf(after)).toEqual(both);
  });

  it('has no target if the edge refused it', async () => {
    const datagram = aDatagram();
    await isRefused(datagram, { count: 3 });
    expect(await rowsOf(datagram)).toEqual([{ host: undefined, port: undefined, topic: '', reason: REASON }]);
  });
});

it('a message over MQTT has one row, without the routes of its device', async () => {
  const message = aDatagram();
  await arrives(message, 'mqtt');
  expect(await rowsOf(message, 'mqtt')).toMatchObject([{ topic: `devices/${deviceName}/telemetry` }]);
});
