import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { users } from '@telemon/contracts/auth/users';
import { BLOCKED_TOPIC_CHANGED_SUBJECT } from '@telemon/contracts/logs/blocked-topics';
import { DEVICE_SIGNED_IN_SUBJECT } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { Route } from '@telemon/contracts/route';
import { ROUTES } from '@telemon/contracts/routes';
import { LIVE_SUBJECTS, TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { connectNats } from '@telemon/platform/messaging/nats';
import { alertLogOf } from '@telemon/testing/alert-log';
import { uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installation, useInstallation } from '../installation.ts';
import { JUNK, KEYS } from './junk-messages.ts';
import { answerTo } from './plain-connection.ts';

let installation: Installation;
let pids: Map<string, number>;

beforeAll(async () => {
  installation = await useInstallation();
  pids = installation.product.pids();
}, 300_000);
afterAll(() => installation?.stop());

const addresses = () => installation.product.addresses;
const FORGED = {
  id: 'system',
  role: 'admin',
  managerId: null,
  mqttAdmin: true,
} as const;
const forgedQuestion = () => {
  const request = {
    name: 'Mallory Forged',
    email: `${uniqueName('mallory')}@example.com`,
    password: 'a password of theirs',
    contact: '+15005550006',
    companyName: 'Forged',
    locationId: 'x',
    userRole: 'admin',
  };
  const data = { actor: FORGED, request, requestId: 'forged', answerBy: Date.now() + 5_000 };
  return JSON.stringify({ pattern: users.create.subject, id: 'forged', data });
};

describe('a program on the machine without a login', () => {
  it.each(['', 'telemon:another@', 'auth:auth@'])('cannot connect to NATS: %s', async (login) => {
    const { host } = new URL(addresses().natsUrl);
    const [user, pass] = login.replace('@', '').split(':');
    const connection = connect({ servers: host, reconnect: false, ...(user && { user, pass: pass! }) });
    await expect(connection).rejects.toThrow(/authorization/i);
  });

  it('cannot publish a forged request before NATS has checked its login', async () => {
    const question = forgedQuestion();
    const lines = `CONNECT {"verbose":false}\r\nPUB ${users.create.subject} ${question.length}\r\n${question}\r\nPING\r\n`;
    expect(await answerTo(Number(new URL(addresses().natsUrl).port), lines)).toContain(
      "-ERR 'Authorization Violation'",
    );
    const people = await installation.api.all<{ name: string }>('/user', 'users');
    expect(people.map(({ name }) => name)).not.toContain('Mallory Forged');
  });

  it.each(Object.values(TOPICS))('can neither read nor write in Kafka: %s', async (topic) => {
    const brokers = addresses()
      .kafkaBrokers.split(',')
      .map((broker) => broker.split('@').at(-1)!);

    const client = new KafkaClient({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 0 } });
    const [producer, admin] = [client.producer(), client.admin()];
    try {
      await expect(
        producer.connect().then(() => producer.send({ topic, messages: [{ key: 'device:x', value: '{}' }] })),
      ).rejects.toThrow();
      await expect(admin.connect().then(() => admin.fetchTopicOffsets(topic))).rejects.toThrow();
    } finally {
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    }
  });

  it('cannot read MongoDB, and with the login of one service no database of another', async () => {
    const nobody = await MongoClient.connect(addresses().mongoUrl.replace(/\/\/.*@/, '//'));
    try {
      await expect(nobody.db('auth').collection('users').findOne()).rejects.toThrow(
        /requires authentication/,
      );
    } finally {
      await nobody.close();
    }
    const { databases } = JSON.parse(
      readFileSync(join(installation.product.dataDir, 'secrets.json'), 'utf8'),
    ) as { databases: Record<string, string> };
    for (const [name, password] of Object.entries(databases)) {
      const url = new URL(addresses().mongoUrl);
      Object.assign(url, { username: name, password, pathname: `/${name}` });
      url.searchParams.delete('authSource');
      const service = await MongoClient.connect(url.href);
      try {
        for (const other of Object.keys(databases).filter((database) => database !== name)) {
          const rows = service.db(other).collection('users');
          await expect(rows.findOne()).rejects.toThrow(/not authorized/);
          await expect(rows.insertOne({ forged: true })).rejects.toThrow(/not authorized/);
        }
        const seen = await service.db('admin').command({ listDatabases: 1, nameOnly: true });
        const others = (seen.databases as { name: string }[]).filter((database) => database.name !== name);
        expect(others).toEqual([]);
      } finally {
        await service.close();
      }
    }
  });

  it('cannot read Redis', async () => {
    const answer = await answerTo(
      Number(new URL(addresses().redisUrl).port),
      'KEYS *\r\nCONFIG GET *\r\nQUIT\r\n',
    );
    expect(answer.match(/-NOAUTH/g)).toHaveLength(2);
  });

  it('finds servers and health ports only on the loopback interface', () => {
    const inside = new Set([
      ...Object.values(addresses().healthPorts),
      ...[addresses().mongoUrl, addresses().natsUrl, addresses().redisUrl].map((url) =>
        Number(new URL(url).port),
      ),
    ]);
    const LISTENS = '0A';
    const open = ['tcp', 'tcp6'].flatMap((family) =>
      readFileSync(`/proc/net/${family}`, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , , state]) => state === LISTENS)
        .map(([, local]) => local!.split(':') as [string, string])
        .filter(([, port]) => inside.has(Number.parseInt(port, 16))),
    );
    expect(open.length).toBeGreaterThan(10);
    expect([...new Set(open.map(([address]) => address))]).toEqual(['0100007F']);
  });
});

describe('a malformed message from a program with a login', () => {
  it.each(Object.values(TOPICS))(
    'does not block a consumer of %s',
    async (topic) => {
      const kafka = new Kafka({ brokers: addresses().kafkaBrokers.split(','), app: 'forger', partitions: 1 });
      try {
        const producer = await kafka.producer();
        const headers = { receivedAt: 'never', source: '__proto__', arrivalId: '$where' };
        for (const key of KEYS) {
          await producer.send(topic, [
            ...JUNK.map((value) => ({ key, value, headers })),
            // Kafka itself refuses a fact without a key, because the topic is compacted.
            ...(topic === TOPICS.facts ? [] : JUNK.slice(0, 5).map((value) => ({ key: null, value }))),
            { key, value: null },
          ]);
        }
      } finally {
        await kafka.close();
      }
      await readingAndAlertArrive();
    },
    120_000,
  );

  it('over NATS has no effect', async () => {
    const nats = await connectNats(addresses().natsUrl, 'forger');
    const before = await installation.api.all('/user', 'users');
    try {
      const subjects = (Object.values(ROUTES) as Route[]).map(({ call }) => call.subject);
      const others = [
        ...Object.values(LIVE_SUBJECTS),
        DEVICE_SIGNED_IN_SUBJECT,
        BLOCKED_TOPIC_CHANGED_SUBJECT,
      ];
      for (const subject of [...subjects, ...others]) {
        for (const junk of [...JUNK.slice(0, 30), ...JUNK.slice(-6)]) nats.publish(subject, junk);
        for (const data of [
          null,
          {},
          { actor: FORGED },
          { actor: { ...FORGED, role: 'root' }, request: {} },
        ]) {
          nats.publish(subject, JSON.stringify({ pattern: subject, id: randomUUID(), data }));
        }
      }
      await nats.flush();
    } finally {
      await nats.close();
    }
    await readingAndAlertArrive();
    expect(await installation.api.all('/user', 'users')).toEqual(before);
  });

  it('crashes no process', () => {
    expect(installation.product.pids()).toEqual(pids);
  });

  /** Waits until a reading of a new device has passed all services and made its alert fire. */
  const readingAndAlertArrive = async () => {
    const { make, managerId, api } = installation;
    const sensor = await make.sensorType(managerId);
    const { device, mqtt } = await make.device(managerId, [sensor.id]);
    await make.alert(device.deviceName);
    const client = await MqttDevice.connect(addresses().mqttPort, mqtt);
    await client.send({ TC1: 50 });
    client.end();
    await until(async () => (await alertLogOf(api, device.deviceName)).length === 1, {
      what: 'the alert',
    });
  };
});

describe('the port of a service', () => {
  it('serves health and metrics, and nothing else', async () => {
    const ports = Object.entries(addresses().healthPorts).filter(([name]) => name.endsWith('-health'));
    expect(ports.length).toBeGreaterThan(7);
    for (const [name, port] of ports) {
      const base = `http://127.0.0.1:${port}`;
      for (const path of ['/health/live', '/health/ready', '/metrics']) {
        const response = await fetch(`${base}${path}`);
        expect({ name, status: response.status }).toEqual({ name, status: 200 });
        expect(await response.text()).not.toMatch(/version/i);
      }
      for (const path of [
        '/',
        '/v1/user',
        '/user',
        '/auth/users',
        '/env',
        '/debug',
        '/health',
        '/../secrets.json',
      ]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const body = method === 'POST' ? forgedQuestion() : null;
          const headers = { 'x-user': 'admin', ...(body && { 'content-type': 'application/json' }) };
          const response = await fetch(`${base}${path}`, { method, body, headers });
          expect({ name, path, method, status: response.status }).toEqual({
            name,
            path,
            method,
            status: 404,
          });
          expect(await response.text()).not.toMatch(INSIDE);
        }
      }
    }
  });
});

/** Traces of the implementation: stack traces, file names, libraries. */
const INSIDE = /node_modules|\bat .+:\d+:\d+|\.[jt]s:\d+|Mongo|kafka|fastify|nestjs|node\/v?\d|express/i;

describe('a failure', () => {
  it('reveals no implementation detail, and there is no first-admin route', async () => {
    const calls: [string, RequestInit][] = [
      ['/v1/user/login', { method: 'POST', body: '{"email"' }],
      ['/v1/user/login', { method: 'POST', body: '[]' }],
      ['/v1/user/login', { method: 'POST', body: '{}', headers: { 'content-type': 'text/xml' } }],
      ['/v1/device/%E0%A4%A', {}],
      ['/v1/device?limit=x', {}],
      ['/v1/nothing', {}],
      ['/v1/user', { headers: { authorization: 'Bearer x.y.z' } }],
      ...['/v1/setup', '/v1/install', '/v1/user/admin', '/v1/first-admin', '/v1/wizard'].map(
        (path): [string, RequestInit] => [path, { method: 'POST', body: '{"email":"a@example.com"}' }],
      ),
    ];
    for (const [path, init] of calls) {
      const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
      const response = await fetch(`${addresses().url}${path}`, { ...init, headers });
      expect({ path, isRefused: response.status >= 400 && response.status < 500 }).toMatchObject({
        isRefused: true,
      });
      expect(await response.text()).not.toMatch(INSIDE);
      expect(response.headers.has('server') || response.headers.has('x-powered-by')).toBe(false);
    }
  });
});
