import { describe, expect, it } from '@jest/globals';
import { CHECKOUT } from '@telemon/testing/checkout';
import { TokenKeys } from '@telemon/testing/tokens';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ended {
  code: number | null;
  output: string;
}
/** Runs a program that should exit by itself; returns its exit code and output. */
const run = (file: string, env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [join(CHECKOUT, file)], { cwd: CHECKOUT, env: { PATH, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

const keys = new TokenKeys();
/** The key pair of RFC 8032's first example, which many tutorials show. */
const TUTORIAL_KEY = Buffer.from(
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ).toString('base64')}\n-----END PRIVATE KEY-----\n`,
).toString('base64');

/** All variables that a service may need, with strong secrets. The servers do not exist, because no test connects. */
const GOOD = {
  HEALTH_PORT: '9',
  NATS_URL: 'nats://127.0.0.1:9',
  MONGODB_URL: 'mongodb://127.0.0.1:9/telemon',
  KAFKA_BROKERS: '127.0.0.1:9',
  REDIS_URL: 'redis://127.0.0.1:9',
  PUBLIC_URL: 'http://localhost:8080',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'telemon@example.com',
  SMTP_PORT: '9',
  HTTP_PORT: '9',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_FROM: '+15005550006',
  TOKEN_PRIVATE_KEY: keys.privateVariable,
  TOKEN_PUBLIC_KEY: keys.publicVariable,
  CERTIFICATE_KEY: randomBytes(32).toString('base64'),
  UDP_KEY_SECRET: randomBytes(32).toString('base64'),
};
type Weak = Partial<Record<keyof typeof GOOD | 'ADMIN_PASSWORD', readonly [value: string, says: string]>>;
const MONGODB: Weak = {
  MONGODB_URL: ['mongodb://telemon:telemon@db.internal:27017/x', 'equals the user name'],
};
const WEAK: readonly [string, Weak][] = [
  [
    'auth',
    {
      ...MONGODB,
      ADMIN_PASSWORD: ['Password123', 'should not be a common password'],
      TOKEN_PRIVATE_KEY: [TUTORIAL_KEY, 'this one is publicly known'],
    },
  ],
  [
    'auth',
    {
      ADMIN_PASSWORD: ['short', 'At least 8 characters'],
      TOKEN_PRIVATE_KEY: ['secret', 'should be an Ed25519 private key'],
    },
  ],
  [
    'gateway',
    {
      TOKEN_PUBLIC_KEY: [TokenKeys.of(TUTORIAL_KEY).publicVariable, 'this one is publicly known'],
      NATS_URL: ['nats://telemon:changeme@bus.internal:4222', 'a common password'],
    },
  ],
  ['gateway', { TOKEN_PUBLIC_KEY: [keys.privateVariable, 'should be an Ed25519 public key'] }],
  [
    'devices',
    {
      ...MONGODB,
      KAFKA_BROKERS: ['telemon:telemon@kafka.internal:9092', 'equals the user name'],
      UDP_KEY_SECRET: [Buffer.alloc(32, 1).toString('base64'), 'this one repeats a few'],
    },
  ],
  ['alerting', { ...MONGODB, REDIS_URL: ['redis://:redis@redis.internal:6379', 'at least 8 characters'] }],
  ['reporting', MONGODB],
  ['mqtt-bridge', MONGODB],
  [
    'udp-router',
    {
      ...MONGODB,
      CERTIFICATE_KEY: [Buffer.alloc(32, 1).toString('base64'), 'this one repeats a few'],
      UDP_KEY_SECRET: ['changeme', 'should be 32 random bytes in base64'],
    },
  ],
  ['logs', MONGODB],
  ['outbox', MONGODB],
];

describe('a service with weak secrets', () => {
  it.each(WEAK)('does not start, and names each: %s', async (app, weak) => {
    const secrets = Object.entries(weak);
    const values = Object.fromEntries(secrets.map(([variable, [value]]) => [variable, value]));
    const { code, output } = await run(`apps/${app}/dist/bundle/main.js`, { ...GOOD, ...values });
    expect({ code, output }).toMatchObject({ code: 78 });
    // One line per variable: its name and the requirement, without the value.
    const lines = output.trim().split('\n').toSorted();
    expect(lines).toHaveLength(secrets.length);
    for (const [index, [variable, [value, says]]] of secrets.toSorted().entries()) {
      expect(lines[index]).toMatch(new RegExp(`^${variable} `));
      expect(lines[index]).toContain(says);
      expect(output).not.toContain(value);
    }
  });
});

describe('npm start with a weak secret', () => {
  it.each([
    ['ADMIN_PASSWORD', 'password1234'],
    ['ADMIN_PASSWORD', 'admin'],
    ['MONGODB_URL', 'mongodb://root:password123@db.internal:27017/'],
    ['NATS_URL', 'nats://telemon:telemon@bus.internal:4222'],
    ['REDIS_URL', 'redis://:hunter2@redis.internal:6379'],
    ['KAFKA_BROKERS', 'telemon:telemon@kafka.internal:9092'],
  ])('starts nothing: %s', async (variable, value) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'telemon-weak-'));
    try {
      const { code, output } = await run('tools/start/start.mjs', {
        HOME: dataDir,
        DATA_DIR: dataDir,
        [variable]: value,
      });
      expect(code).not.toBe(0);
      expect(output).toContain(variable);
      expect(output).not.toContain(value);
      expect(output).not.toContain('Telemon is ready');
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
