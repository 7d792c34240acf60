import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { OutboundAllowList } from '@telemon/platform/outbound/outbound-allow';
import { FakeBroker } from '@telemon/testing/fake-broker';
import { until } from '@telemon/testing/waiting';
import { MqttSender } from './mqtt.ts';

const AT_ONCE = 2;
const NOT_PUBLIC = {
  kind: 'refused',
  reason: 'Telemon may not connect to this host: its address is not public',
};

let brokers: FakeBroker[];
let sender: MqttSender;
/** The addresses of names. */
let known: Record<string, string[]>;

beforeEach(() => {
  brokers = [];
  known = {};
  sender = senderWith('127.0.0.0/8');
});
afterEach(async () => {
  jest.useRealTimers();
  sender.close();
  await Promise.all(brokers.map((broker) => broker.stop()));
});

const senderWith = (allow: string) => {
  const resolve = (host: string) =>
    known[host] ? Promise.resolve(known[host]) : Promise.reject(new Error('ENOTFOUND'));
  const outbound = new OutboundAddresses(OutboundAllowList.parse(allow), { resolve, lookUp: resolve });
  return new MqttSender({ MQTT_AT_ONCE: AT_ONCE }, outbound);
};
const startBroker = async (options: Parameters<typeof FakeBroker.start>[0] = {}) => {
  const broker = await FakeBroker.start(options);
  brokers.push(broker);
  return broker;
};
const send = (to: string, text = 'x') =>
  sender.send({ id: 'n1', to, topic: 'alerts', subject: '', text, html: '' });

describe('a message to an MQTT broker', () => {
  it('is sent once the broker has acknowledged it', async () => {
    const broker = await startBroker();
    expect(await send(broker.recipient, '{"value":9.2}')).toEqual({ kind: 'sent' });
    expect(broker.published).toEqual([{ topic: 'alerts', payload: '{"value":9.2}', qos: 1, retain: false }]);
  });

  it('shares a connection with others to the same broker, also while it is made', async () => {
    const broker = await startBroker();
    const all = await Promise.all([1, 2, 3, 4].map(() => send(broker.recipient)));
    all.push(await send(broker.recipient));
    expect(all).toEqual(all.map(() => ({ kind: 'sent' })));
    expect(broker.connections).toBe(1);
  });

  it('gets a new connection after the broker has closed the old one', async () => {
    const broker = await startBroker();
    await send(broker.recipient);
    for (const socket of broker.sockets) socket.destroy();
    await until(() => broker.connected === 0);
    await until(async () => (await send(broker.recipient)).kind === 'sent');
    expect(broker.connections).toBe(2);
  });

  it('gets a new connection after an attempt failed', async () => {
    const broker = await startBroker();
    const { address, port, recipient } = broker;
    await broker.stop();
    expect(await send(recipient)).toEqual({
      kind: 'failed',
      reason: 'The MQTT broker refused the connection',
      mayHaveArrived: false,
    });
    await startBroker({ address, port });
    expect(await send(recipient)).toEqual({ kind: 'sent' });
  });
});

describe('the connections to MQTT brokers', () => {
  it('are closed once they have been idle for ten seconds', async () => {
    const broker = await startBroker();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    await send(broker.recipient);
    jest.advanceTimersByTime(9_000);
    await send(broker.recipient);
    jest.advanceTimersByTime(9_000);
    expect(broker.connected).toBe(1);
    jest.advanceTimersByTime(1_000);
    jest.useRealTimers();
    await until(() => broker.connected === 0);
    expect(broker.connections).toBe(1);
  });

  it('are limited: for one more, the longest idle one is closed', async () => {
    const all = await Promise.all([1, 2, 3].map(() => startBroker()));
    const [first, second, third] = all;
    for (const { recipient } of [first!, second!, first!, third!]) await send(recipient);
    await until(() => second!.connected === 0);
    expect(all.map(({ connected }) => connected)).toEqual([1, 0, 1]);
  });
});

describe('a broker with a forbidden address', () => {
  it('is refused for good, without a connection, whether a broker listens there or not', async () => {
    const open = await startBroker();
    const closed = await startBroker();
    await closed.stop();
    brokers.pop();
    sender = senderWith('');
    known['open.example.com'] = [open.address];
    const targets = [open.recipient, closed.recipient, `open.example.com:${open.port}`, '[::1]:22'];
    for (const to of targets) expect(await send(to)).toEqual(NOT_PUBLIC);
    expect(open.connections).toBe(0);
  });

  it('is refused once its name leads there, also if it led elsewhere before', async () => {
    const broker = await startBroker();
    sender = senderWith(broker.address);
    known['rebound.example.com'] = [broker.address];
    const to = `rebound.example.com:${broker.port}`;
    expect(await send(to)).toEqual({ kind: 'sent' });
    known['rebound.example.com'] = ['127.0.0.1'];
    for (const socket of broker.sockets) socket.destroy();
    await until(async () => (await send(to)).kind === 'refused');
    expect(await send(to)).toEqual(NOT_PUBLIC);
    expect(broker.connections).toBe(1);
  });
});

it('A broker whose name has no address may get one later', async () => {
  expect(await send('later.example.com:1883')).toEqual({
    kind: 'failed',
    reason: 'The host’s name cannot be resolved',
    mayHaveArrived: false,
  });
  const broker = await startBroker();
  known['later.example.com'] = [broker.address];
  expect(await send(`later.example.com:${broker.port}`)).toEqual({ kind: 'sent' });
});
