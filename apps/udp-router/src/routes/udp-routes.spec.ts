import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { NewUdpRoute, UDP_ROUTES_MAX, type UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { credentials } from '@telemon/contracts/devices/devices';
import { newCertificate } from '@telemon/testing/certificate';
import { uniqueName } from '@telemon/testing/given';
import { standIn } from '@telemon/testing/stand-in';
import { until } from '@telemon/testing/waiting';
import { createHash } from 'node:crypto';
import { ADMIN, GivenRoutes } from '../../testing/given-routes.ts';
import type { RouteDocument } from './route-document.ts';

let given: GivenRoutes;
let device: string;

const TARGET = { host: '127.0.0.9', port: 1 };
const NEWEST = { limit: 10, offset: 0 };
const create = (extras: object = {}, target = TARGET) =>
  given.routes.create(ADMIN, given.request(device, target, extras));
const routesInDatabase = () => given.database.db.collection<RouteDocument>('udp_routes');
const linesOf = (pem: Buffer) => String(pem).trim().split('\n');

beforeAll(async () => {
  given = await GivenRoutes.idle();
  device = await given.device();
});
afterEach(async () => void (await routesInDatabase().updateMany({}, { $set: { removed: true } })));
afterAll(() => given.stop());

describe('UDP routes', () => {
  it('are created, listed newest first, and deleted', async () => {
    const first = await create();
    expect(first).toMatchObject({
      deviceId: device,
      ...TARGET,
      topic: 'plant/pumps',
      prePostEnable: false,
      connectMessage: null,
      connectRetain: null,
      tlsEnabled: false,
      certificate: null,
      state: { name: 'starting', reason: null },
      forwarded: 0,
      waiting: 0,
      dropped: 0,
    });
    const second = await create({ topic: 'plant/others' });
    const ids = async (query: object = {}) => {
      const { udpRoutes, pagination } = await given.routes.list(ADMIN, { ...NEWEST, ...query });
      return { ids: udpRoutes.map(({ id }) => id), ...pagination };
    };
    expect(await ids()).toEqual({ ids: [second.id, first.id], totalCount: 2 });
    expect(await ids({ sort: 'topic', order: 'DESC' })).toEqual({
      ids: [first.id, second.id],
      totalCount: 2,
    });
    expect(await ids({ q: 'OTHERS' })).toEqual({ ids: [second.id], totalCount: 1 });
    await given.routes.remove(ADMIN, first.id);
    expect(await ids()).toEqual({ ids: [second.id], totalCount: 1 });
    await expect(given.routes.remove(ADMIN, first.id)).rejects.toMatchObject({ code: 'RouteNotFound' });
  });

  it('have messages only where they are enabled', async () => {
    const messages = {
      connectMessage: 'on',
      disconnectMessage: 'off',
      connectTopic: 'a',
      disconnectTopic: 'b',
      connectRetain: '1',
      disconnectRetain: '0',
    };
    const shown = { ...messages, connectRetain: true, disconnectRetain: false };
    expect(await create({ prePostEnable: '1', ...messages })).toMatchObject({
      prePostEnable: true,
      ...shown,
    });
    expect(await create({ topic: 'silent', ...messages })).toMatchObject({
      prePostEnable: false,
      connectMessage: null,
      disconnectTopic: null,
      connectRetain: null,
    });
  });

  it('exist once for a device, host, port and topic', async () => {
    const outcomes = await Promise.allSettled([create(), create(), create()]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ failure: { kind: 'conflict', code: 'RouteTaken' } });
    }
    const [route] = await given.list();
    await given.routes.remove(ADMIN, route!.id);
    await create();
  });

  it('are for registered devices', async () => {
    const stranger = uniqueName('udp');
    const creating = () => given.routes.create(ADMIN, given.request(stranger, TARGET));
    // The devices service doesn't answer yet.
    await expect(creating()).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
    const devices = await standIn(credentials.lookUp, ({ deviceName }) =>
      deviceName === stranger ? { version: 0, login: null } : undefined,
    );
    await until(async () => {
      await expect(creating()).rejects.toMatchObject({
        failure: { kind: 'invalid', fields: { deviceId: 'There is no such device' } },
      });
      return true;
    });
    await devices.stop();
  });

  it('may not name a host that is surely not public', async () => {
    // Where a network is allowed, an internal name may lead there.
    const strict = await given.addReplica({ OUTBOUND_ALLOW: '' });
    for (const host of ['169.254.169.254', '10.0.0.1', '::1', '::ffff:10.0.0.1', 'kafka.svc', 'localhost']) {
      await expect(create({}, { host, port: 1883 })).rejects.toMatchObject({
        failure: { kind: 'invalid', fields: { host: 'Telemon may only connect to public addresses' } },
      });
    }
    given.replicas.pop();
    await strict.stop();
    expect(await given.list()).toEqual([]);
  });

  it('in force are returned to services, oldest first', async () => {
    const [first, second] = [await create(), await create({ topic: 'plant/others' })];
    const gone = await create({ topic: 'plant/gone' });
    await given.routes.remove(ADMIN, gone.id);
    const { port, host } = TARGET;
    expect(await given.routes.inForce()).toEqual(
      [first, second].map(({ topic, createdAt }) => ({
        deviceKey: expect.any(Number),
        host,
        port,
        topic,
        since: Date.parse(createdAt),
      })),
    );
  });

  it('are limited in number', async () => {
    const { id } = await create({ topic: 'full/0' });
    const row = await routesInDatabase().findOne({ _id: id });
    const more = Array.from({ length: UDP_ROUTES_MAX - 1 }, (_, index) => index + 1);
    await routesInDatabase().insertMany(
      more.map((number) => ({ ...row!, _id: `full-${number}`, topic: `full/${number}` })),
    );
    await expect(create()).rejects.toMatchObject({ failure: { kind: 'conflict', code: 'TooManyRoutes' } });
    await routesInDatabase().deleteMany({ topic: /^full\// });
  });

  it('are created, listed and deleted by admins only', async () => {
    const manager: Actor = { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true };
    const { id } = await create();
    const refusal = { failure: { kind: 'forbidden' } };
    await expect(given.routes.create(manager, given.request(device, TARGET))).rejects.toMatchObject(refusal);
    await expect(given.routes.list(manager, NEWEST)).rejects.toMatchObject(refusal);
    await expect(given.routes.remove(manager, id)).rejects.toMatchObject(refusal);
  });
});

describe('the certificates of a UDP route', () => {
  const overTls = (list: string[], extras: object = {}) =>
    create({ tlsEnabled: true, certificate: { list }, ...extras });

  it('are shown by their subject, issuer, end and fingerprint, and never given back', async () => {
    const { cert } = newCertificate('broker.example.com');
    const lines = linesOf(cert);
    const made = await overTls(lines);
    const der = Buffer.from(lines.slice(1, -1).join(''), 'base64');
    const hex = createHash('sha256').update(der).digest('hex').toUpperCase();
    expect(made.certificate).toEqual({
      subject: 'CN=broker.example.com',
      issuer: 'CN=broker.example.com',
      validTo: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      fingerprint: hex.match(/../g)!.join(':'),
    });
    const stored = JSON.stringify([made, await given.list(), await routesInDatabase().find().toArray()]);
    for (const line of lines.slice(1, -1)) expect(stored).not.toContain(line);
    expect(stored).not.toContain(der.toString('hex'));
  });

  it('of several are shown by the certificate that ends first', async () => {
    const [later, sooner] = [newCertificate('a.example.com'), newCertificate('b.example.com', { days: -1 })];
    const made = await overTls([...linesOf(later.cert), ...linesOf(sooner.cert)]);
    expect(made.certificate!.subject).toBe('CN=b.example.com');
  });

  it('that cannot be read are refused with their first line', async () => {
    const lines = [
      ...linesOf(newCertificate().cert),
      '-----BEGIN CERTIFICATE-----',
      'AAAA',
      '-----END CERTIFICATE-----',
    ];
    const first = lines.length - 2;
    await expect(overTls(lines)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        fields: {
          [`certificate.list.${first - 1}`]: `The certificate that begins in line ${first} cannot be read`,
        },
      },
    });
    expect(await given.list()).toEqual([]);
  });

  it('are dropped where TLS is not enabled', async () => {
    const made: UdpRoute = await create({ certificate: { list: linesOf(newCertificate().key) } });
    expect(made).toMatchObject({ tlsEnabled: false, certificate: null });
    expect((await routesInDatabase().findOne({ _id: made.id }))!.tls).toBeNull();
  });

  it('with a private key among them never reach the service', () => {
    const { key, cert } = newCertificate();
    const list = [...linesOf(cert), ...linesOf(key)];
    const request = { ...given.request(device, TARGET), tlsEnabled: true, certificate: { list } };
    expect(NewUdpRoute.safeParse(request).success).toBe(false);
  });
});
