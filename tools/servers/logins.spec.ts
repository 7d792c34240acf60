import { expect, it } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { Kafka, logLevel } from 'kafkajs';
import { exchange } from './exchange.ts';

const portOf = (url: string): number => Number(new URL(url).port);

it('NATS rejects clients without a login', async () => {
  const port = portOf(servers().natsUrl);
  const answer = await exchange(port, 'CONNECT {"verbose":false}\r\nPING\r\n', (received) =>
    /PONG|-ERR/.test(received.toString()),
  );
  expect(answer?.toString()).toContain("-ERR 'Authorization Violation'");
});

it('Kafka rejects clients without a login', async () => {
  const broker = servers().kafkaBrokers.split('@').at(-1)!;
  const kafka = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING });
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
  } finally {
    await admin.disconnect();
  }
});

it('Redis rejects clients without a password, and evicts no job', async () => {
  const url = servers().redisUrl;
  const refused = await exchange(portOf(url), 'PING\r\n', (received) => received.includes('\r\n'));
  expect(refused?.toString()).toContain('-NOAUTH');
  const password = new URL(url).password;
  const commands = ['maxmemory-policy', 'appendonly'].map((name) => `CONFIG GET ${name}\r\n`).join('');
  const settings = await exchange(portOf(url), `AUTH ${password}\r\n${commands}`, (received) =>
    received.includes('yes'),
  );
  expect(settings?.toString()).toContain('noeviction');
});
