import { describe, expect, it } from '@jest/globals';
import { credentials } from '@telemon/contracts/devices/devices';
import { newCertificate } from '@telemon/testing/certificate';
import { ownAddress } from '@telemon/testing/fake-broker';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { standIn } from '@telemon/testing/stand-in';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { ForwardingStage, PRE_POST } from '../../testing/forwarding-stage.ts';
import { ADMIN } from '../../testing/given-routes.ts';
import { queueOf } from './route-queue.ts';

const stage = new ForwardingStage();
const { startBroker, stopBroker, create, shown, has, sendSome, untilInForce, arrived } = stage;

describe('a datagram of a device with a route', () => {
  it('is published as it came, once, after the connect message', async () => {
    const broker = await startBroker();
    const route = await create(broker, PRE_POST);
    await untilInForce(broker);
    const payload = ` {"TC1": 20.1,\n"deviceId":"${stage.device}" , "note":"é"}`;
    await stage.given.send(payload);
    await until(() => arrived(broker).length === 1);
    expect(arrived(broker)).toEqual([payload]);
    const [first, ...others] = broker.messages;
    expect(first).toEqual({ topic: 'gateway/state', text: '{"online":true}', qos: 1, retain: true });
    for (const message of others)
      expect(message).toMatchObject({ topic: 'plant/pumps', qos: 1, retain: false });
    await has(route, 'connected');
    await until(async () => (await shown(route)).forwarded === broker.messages.length - 1);
  });

  it('goes to each of its routes, and that of another device to none', async () => {
    const [one, other] = [await startBroker(), await startBroker()];
    await create(one);
    await create(other, { topic: 'elsewhere' });
    await untilInForce(one);
    await untilInForce(other, 'elsewhere');
    const stranger = await stage.given.device();
    await sendSome(1, 0, stranger);
    const sent = await sendSome(20);
    await until(() => arrived(one).length >= 20 && arrived(other, 'elsewhere').length >= 20);
    expect([arrived(one), arrived(other, 'elsewhere')]).toEqual([sent, sent]);
  });
});

describe('a target that is away', () => {
  it('gets all datagrams that came meanwhile, in order, when it is back', async () => {
    const first = await startBroker();
    const route = await create(first);
    await untilInForce(first);
    const before = await sendSome(50);
    await until(() => arrived(first).length === 50);
    await stopBroker(first);
    await has(route, 'retrying');
    expect((await shown(route)).state.reason).toMatch(/MQTT broker/);
    const meanwhile = await sendSome(300, 50);
    await until(async () => (await shown(route)).waiting >= 300);
    const back = await startBroker({ host: first.host });
    await until(() => arrived(back).at(-1) === meanwhile.at(-1));
    expect(arrived(first)).toEqual(before);
    // The last datagrams that the first broker acknowledged may come again.
    expect(arrived(back).slice(-meanwhile.length)).toEqual(meanwhile);
    await has(route, 'connected');
  });

  it('does not delay others', async () => {
    const broker = await startBroker();
    await create({ host: ownAddress(), port: 1_883 });
    const hanging = await TcpProxy.to(broker.port, { host: broker.host });
    stage.brokers.push({ stop: () => hanging.close() });
    hanging.blackHole();
    await create({ host: '127.0.0.1', port: hanging.port });
    await create(broker, { topic: 'alive' });
    await untilInForce(broker, 'alive');
    const sent: string[] = [];
    const forwarding = () =>
      timeOf(async () => {
        sent.push(...(await sendSome(100, sent.length)));
        await until(() => arrived(broker, 'alive').length >= sent.length);
      });
    expect(await quickest(forwarding, 5_000)).toBeLessThan(5_000);
    expect(arrived(broker, 'alive')).toEqual(sent);
  });

  it('loses the oldest datagrams when its queue is full, which are counted', async () => {
    const broker = await startBroker();
    const route = await create(broker);
    await untilInForce(broker);
    await stopBroker(broker);
    await has(route, 'retrying');
    const kept = (await sendSome(60)).slice(20);
    await until(async () => (await shown(route)).waiting >= 60);
    await stage.given.shorten(queueOf(route.id), kept.length);
    await until(async () => (await shown(route)).dropped > 0);
    expect((await shown(route)).waiting).toBe(kept.length);
    const back = await startBroker({ host: broker.host });
    await until(() => arrived(back).at(-1) === kept.at(-1));
    // Datagrams that the forwarder had read before the queue was full arrive, too.
    expect(arrived(back).slice(-kept.length)).toEqual(kept);
    await until(async () => (await shown(route)).waiting === 0);
    const lost = 60 - arrived(back).length;
    expect((await shown(route)).dropped).toBeGreaterThanOrEqual(lost);
  });
});

describe('the disconnect message', () => {
  it('is published when the route is deleted, and its queue goes', async () => {
    const broker = await startBroker();
    const route = await create(broker, PRE_POST);
    await untilInForce(broker);
    const queues = async () => (await stage.given.topics()).filter((topic) => topic === queueOf(route.id));
    expect(await queues()).toHaveLength(1);
    await stage.given.routes.remove(ADMIN, route.id);
    await until(() => broker.on('gateway/state').length === 2);
    expect(broker.messages.at(-1)).toEqual({
      topic: 'gateway/state',
      text: '{"online":false}',
      qos: 1,
      retain: true,
    });
    await until(async () => (await queues()).length === 0);
    const count = broker.messages.length;
    await until(async () => (await stage.given.database.db.collection('udp_routes').countDocuments()) === 0);
    await sendSome(5);
    expect(broker.messages).toHaveLength(count);
  });

  it('is published when Telemon stops', async () => {
    const broker = await startBroker();
    await create(broker, PRE_POST);
    await untilInForce(broker);
    await stage.given.replicas.pop()!.stop();
    await until(() => broker.on('gateway/state').at(-1) === '{"online":false}');
  });

  it('is the will: it is published when the connection breaks', async () => {
    const broker = await startBroker();
    const proxy = await TcpProxy.to(broker.port, { host: broker.host });
    stage.brokers.unshift({ stop: () => proxy.close() });
    await create({ host: '127.0.0.1', port: proxy.port }, PRE_POST);
    await untilInForce(broker);
    proxy.cut();
    await until(() => broker.on('gateway/state').length === 2);
    expect(broker.messages.filter(({ topic }) => topic === 'gateway/state').at(-1)).toMatchObject({
      text: '{"online":false}',
      retain: true,
    });
  });
});

describe('a route whose device is deleted', () => {
  it('ends, also if a device of its name is made again', async () => {
    const broker = await startBroker();
    const route = await create(broker, PRE_POST);
    await untilInForce(broker);
    const devices = await standIn(credentials.lookUp, ({ deviceName }) =>
      deviceName === stage.device ? { version: 3, login: null } : undefined,
    );
    await stage.given.tell(stage.device, 3, null);
    await until(() => broker.on('gateway/state').length === 2);
    expect(await stage.given.route(route.id)).toBeUndefined();
    await devices.stop();
    await stage.given.tell(stage.device, 4, 1_000);
    const count = broker.messages.length;
    await sendSome(5);
    expect(broker.messages).toHaveLength(count);
  });
});

describe('a target over TLS', () => {
  const linesOf = (pem: Buffer) => String(pem).trim().split('\n');
  const overTls = (host: string, cert: Buffer) =>
    create({ host, port: 8_883 }, { tlsEnabled: true, certificate: { list: linesOf(cert) } });

  it('gets datagrams if a certificate of the rule vouches for it', async () => {
    const host = ownAddress();
    const tls = newCertificate(host);
    const broker = await startBroker({ host, tls });
    await overTls(host, tls.cert);
    await untilInForce(broker);
  });

  it('gets none with another certificate, or with one that has expired', async () => {
    const [host, late] = [ownAddress(), ownAddress()];
    const broker = await startBroker({ host, tls: newCertificate(host) });
    const other = await overTls(host, newCertificate(host).cert);
    const expired = newCertificate(late, { days: -1 });
    await startBroker({ host: late, tls: expired });
    const ended = await overTls(late, expired.cert);
    await has(other, 'retrying');
    await has(ended, 'retrying');
    expect((await shown(other)).state.reason).toBe(
      'No known authority vouches for the certificate of the MQTT broker',
    );
    expect((await shown(ended)).state.reason).toBe('The certificate of the MQTT broker has expired');
    expect(broker.messages).toEqual([]);
  });
});

describe('a second replica', () => {
  it('forwards nothing beside the first, and goes on where that stopped', async () => {
    const broker = await startBroker();
    await create(broker, PRE_POST);
    await untilInForce(broker);
    await stage.given.addReplica();
    const sent = await sendSome(100);
    await until(() => arrived(broker).length === 100);
    expect(broker.on('gateway/state')).toEqual(['{"online":true}']);
    const stopping = stage.given.replicas.shift()!.stop();
    sent.push(...(await sendSome(200, 100)));
    await stopping;
    sent.push(...(await sendSome(100, 300)));
    await until(() => arrived(broker).length === 400);
    expect(arrived(broker)).toEqual(sent);
    expect(broker.on('gateway/state')).toEqual(['{"online":true}', '{"online":false}', '{"online":true}']);
  });
});
