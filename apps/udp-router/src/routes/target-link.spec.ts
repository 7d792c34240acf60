import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { OutboundAllowList } from '@telemon/platform/outbound/outbound-allow';
import { newCertificate } from '@telemon/testing/certificate';
import { CONNACK, FakeBroker } from '@telemon/testing/fake-broker';
import { until } from '@telemon/testing/waiting';
import { type Packet, generate } from 'mqtt-packet';
import type { Socket } from 'node:net';
import { type LinkState, type Target, TargetLink } from './target-link.ts';

const PRE_POST = {
  connectMessage: '{"online":true}',
  disconnectMessage: '{"online":false}',
  connectTopic: 'gateway/on',
  disconnectTopic: 'gateway/off',
  connectRetain: true,
  disconnectRetain: false,
};
const NEVER = new AbortController().signal;

let broker: FakeBroker | undefined;
let link: TargetLink | undefined;
let states: LinkState[];
/** The addresses of names. */
let known: Record<string, string[]>;

beforeEach(() => {
  states = [];
  known = {};
});
afterEach(async () => {
  await link?.end();
  await broker?.stop();
  link = broker = undefined;
});

const acknowledge = (messageId: number | undefined, socket: Socket) =>
  void socket.write(generate({ cmd: 'puback', messageId: messageId! }));
const start = async (behaviour: Parameters<typeof FakeBroker.start>[0] = {}) =>
  (broker = await FakeBroker.start(behaviour));
const linkTo = (changes: Partial<Target> = {}, allow = '127.0.0.0/8') => {
  const resolve = (host: string) =>
    known[host] ? Promise.resolve(known[host]) : Promise.reject(new Error('ENOTFOUND'));
  const outbound = new OutboundAddresses(OutboundAllowList.parse(allow), { resolve, lookUp: resolve });
  const { address: host, port } = broker ?? { address: '', port: 1 };
  const target = { clientId: 'telemon-1', host, port, prePost: null, authorities: null, ...changes };
  link = new TargetLink(target, outbound, (state) => void states.push(state));
  link.start();
  return link;
};

describe('the connection of a route', () => {
  it('publishes the connect message before anything else, and announces the disconnect message as its will', async () => {
    const packets: Packet[] = [];
    await start({
      answers: (packet, socket) => {
        packets.push(packet);
        if (packet.cmd === 'connect') socket.write(CONNACK);
        if (packet.cmd === 'publish') acknowledge(packet.messageId, socket);
      },
    });
    const connection = await linkTo({ prePost: PRE_POST }).open(NEVER);
    await connection.publish({ topic: 'plant/pumps', payload: 'first', retain: false });
    expect(packets).toMatchObject([
      {
        cmd: 'connect',
        clientId: 'telemon-1',
        will: { topic: 'gateway/off', payload: Buffer.from('{"online":false}'), qos: 1, retain: false },
      },
      { cmd: 'publish', topic: 'gateway/on', payload: Buffer.from('{"online":true}'), qos: 1, retain: true },
      { cmd: 'publish', topic: 'plant/pumps', qos: 1, retain: false },
    ]);
    expect(states).toEqual([{ name: 'connected', reason: null }]);
  });

  it('says goodbye at its end', async () => {
    const packets: string[] = [];
    await start({
      answers: (packet, socket) => {
        packets.push(packet.cmd === 'publish' ? packet.topic : packet.cmd);
        if (packet.cmd === 'connect') socket.write(CONNACK);
        if (packet.cmd === 'publish') acknowledge(packet.messageId, socket);
      },
    });
    await linkTo({ prePost: PRE_POST }).open(NEVER);
    await link!.end();
    await until(() => broker!.connected === 0);
    expect(packets).toEqual(['connect', 'gateway/on', 'gateway/off', 'disconnect']);
  });

  it('leaves the goodbye to the will if the broker does not acknowledge it', async () => {
    const packets: string[] = [];
    await start({
      answers: (packet, socket) => {
        packets.push(packet.cmd === 'publish' ? packet.topic : packet.cmd);
        if (packet.cmd === 'connect') socket.write(CONNACK);
        if (packet.cmd === 'publish' && packet.topic === 'gateway/on') acknowledge(packet.messageId, socket);
      },
    });
    await linkTo({ prePost: PRE_POST }).open(NEVER);
    await link!.end();
    await until(() => broker!.connected === 0);
    expect(packets).toEqual(['connect', 'gateway/on', 'gateway/off']);
  });

  it('is made again after it was lost, with the connect message', async () => {
    await start();
    await linkTo({ prePost: PRE_POST }).open(NEVER);
    for (const socket of broker!.sockets) socket.destroy();
    await until(() => broker!.published.length === 2);
    await link!.open(NEVER);
    expect(broker!.published.map(({ topic }) => topic)).toEqual(['gateway/on', 'gateway/on']);
    expect(states).toEqual([
      { name: 'connected', reason: null },
      { name: 'retrying', reason: 'The MQTT broker closed the connection' },
      { name: 'connected', reason: null },
    ]);
  });

  it('that was lost with a message under way counts as made again once the broker acknowledges one', async () => {
    await start({
      answers: (packet, socket) => {
        if (packet.cmd === 'connect') socket.write(CONNACK);
        if (packet.cmd === 'publish') socket.destroy();
      },
    });
    const connection = await linkTo().open(NEVER);
    await expect(
      connection.publish({ topic: 'plant/pumps', payload: 'first', retain: false }),
    ).rejects.toThrow();
    await until(() => broker!.connections === 2);
    await link!.open(NEVER);
    const reason = 'The MQTT broker closed the connection';
    const lost = [
      { name: 'connected', reason: null },
      { name: 'retrying', reason },
    ];
    expect(states).toEqual(lost);
    link!.acknowledged();
    expect(states).toEqual([...lost, { name: 'connected', reason: null }]);
  });

  it('is waited for no longer than it is wanted', async () => {
    await start();
    const { address: host, port } = broker!;
    await broker!.stop();
    broker = undefined;
    const unwanted = new AbortController();
    const waiting = linkTo({ host, port }).open(unwanted.signal);
    unwanted.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => states.length > 0);
    expect(states[0]).toEqual({ name: 'retrying', reason: 'The MQTT broker refused the connection' });
  });
});

describe('a target', () => {
  it('whose name has no address yet is tried again, until it has one', async () => {
    await start();
    linkTo({ host: 'later.example.com' });
    await until(() => states.length > 0);
    expect(states[0]).toEqual({ name: 'retrying', reason: 'The host’s name cannot be resolved' });
    known['later.example.com'] = [broker!.address];
    await link!.open(NEVER);
  });

  it('whose name leads to an address that is not public is refused, without a connection', async () => {
    await start();
    known['inside.example.com'] = [broker!.address];
    linkTo({ host: 'inside.example.com' }, '');
    await until(() => states.length > 0);
    expect(states).toEqual([
      { name: 'refused', reason: 'Telemon may not connect to this host: its address is not public' },
    ]);
    expect(broker!.connections).toBe(0);
  });

  it('with a certificate that no authority of the rule vouches for gets nothing', async () => {
    const host = 'broker.example.com';
    await start({ tls: newCertificate(host) });
    known[host] = [broker!.address];
    linkTo({ host, prePost: PRE_POST, authorities: [String(newCertificate(host).cert)] });
    await until(() => states.length > 0);
    expect(states[0]).toEqual({
      name: 'retrying',
      reason: 'No known authority vouches for the certificate of the MQTT broker',
    });
    expect(broker!.published).toEqual([]);
  });
});
