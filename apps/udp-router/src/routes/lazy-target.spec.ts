import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { CONNACK, FakeBroker } from '@telemon/testing/fake-broker';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { generate } from 'mqtt-packet';
import type { Socket } from 'node:net';
import { ADMIN, GivenRoutes } from '../../testing/given-routes.ts';
import { queueOf } from './route-queue.ts';

let given: GivenRoutes;
let device: string;
/** Acknowledges nothing until the test says so, and from then on messages over new connections. */
let lazy: FakeBroker;
let acknowledges: boolean;
/** How many messages it had got when the first of these connections came. */
let gotBefore: number | undefined;
let willing: FakeBroker;

beforeAll(async () => {
  given = await GivenRoutes.withEndpoint();
});
beforeEach(async () => {
  acknowledges = false;
  gotBefore = undefined;
  const acknowledged = new WeakSet<Socket>();
  lazy = await FakeBroker.start({
    answers: (packet, socket) => {
      if (packet.cmd === 'connect') {
        if (acknowledges) {
          gotBefore ??= lazy.published.length;
          acknowledged.add(socket);
        }
        socket.write(CONNACK);
      }
      if (packet.cmd === 'publish' && acknowledged.has(socket)) {
        socket.write(generate({ cmd: 'puback', messageId: packet.messageId! }));
      }
    },
  });
  willing = await FakeBroker.start();
  device = await given.device();
  await given.addReplica();
});
afterEach(async () => {
  await given.clear();
  await Promise.all([lazy.stop(), willing.stop()]);
});
afterAll(() => given.stop());

const create = ({ address: host, port }: FakeBroker, extras: object = {}) =>
  given.routes.create(ADMIN, given.request(device, { host, port }, extras));
const stateOf = async ({ id }: UdpRoute) => (await given.route(id))!.state;
const WARM_UP = 'warm=up';
const textsAt = (broker: FakeBroker) => broker.published.map(({ payload }) => payload);
/** The payloads that arrived, without warm-ups and repetitions. */
const arrived = (texts: readonly string[]) => [...new Set(texts.filter((text) => !text.endsWith(WARM_UP)))];
/** Sends datagrams until the broker gets one: the rule is in force then. */
const untilInForce = (broker: FakeBroker, from = broker.published.length) =>
  until(async () => {
    await given.send(`${device},${WARM_UP}`);
    return broker.published.length > from;
  });
const sendSome = async (count: number, first = 0): Promise<string[]> => {
  const payloads = Array.from({ length: count }, (_, index) => `${device},TC1=${first + index}`);
  for (const payload of payloads) await given.send(payload);
  return payloads;
};

describe('a target that lets Telemon in and acknowledges nothing', () => {
  it('is retried, delays no other, and gets all datagrams in order once it acknowledges', async () => {
    const route = await create(lazy);
    await create(willing);
    await untilInForce(willing);
    const sent: string[] = [];
    const forwarding = () =>
      timeOf(async () => {
        sent.push(...(await sendSome(100, sent.length)));
        await until(() => arrived(textsAt(willing)).length === sent.length);
      });
    expect(await quickest(forwarding, 5_000)).toBeLessThan(5_000);
    await until(async () => (await stateOf(route)).name === 'retrying');
    const { since } = await stateOf(route);
    const connections = lazy.connections;
    await until(() => lazy.connections > connections + 1);
    // A new connection alone is no sign that the broker has recovered.
    expect(await stateOf(route)).toEqual({
      name: 'retrying',
      since,
      reason: 'The MQTT broker did not acknowledge the message in time',
    });
    expect((await given.route(route.id))!.forwarded).toBe(0);
    await until(async () => (await given.route(route.id))!.waiting >= sent.length);
    acknowledges = true;
    await until(async () => (await stateOf(route)).name === 'connected');
    await until(() => textsAt(lazy).slice(gotBefore).includes(sent.at(-1)!));
    expect(arrived(textsAt(lazy).slice(gotBefore))).toEqual(sent);
  });

  it('delays neither the deletion of its route, with all that waits, nor a new route to it', async () => {
    const route = await create(lazy);
    await create(willing);
    await untilInForce(willing);
    await sendSome(300);
    await until(() => arrived(textsAt(willing)).length === 300);
    await given.routes.remove(ADMIN, route.id);
    const rows = given.database.db.collection<{ _id: string }>('udp_routes');
    await until(async () => (await rows.findOne({ _id: route.id })) === null);
    await until(async () => !(await given.topics()).includes(queueOf(route.id)));
    acknowledges = true;
    await create(lazy);
    await untilInForce(lazy);
    const next = `${device},TC1=next`;
    await given.send(next);
    await until(() => textsAt(lazy).includes(next));
    expect(arrived(textsAt(lazy).slice(gotBefore))).toEqual([next]);
  });
});
