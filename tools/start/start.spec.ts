import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { choosePorts } from '../servers/ports.ts';
import { isRunning, type ProcessIdentity } from './bare/process-identity.mjs';
import { CHECKOUT } from './options.ts';

const START_WITHIN_MS = 180_000;

let data: string;
let environment: Record<string, string>;
let npm: ChildProcess;
let output: string;
let ended: Promise<number | null>;

async function start(): Promise<void> {
  output = '';
  npm = spawn('npm', ['start'], { cwd: CHECKOUT, env: { ...process.env, ...environment } });
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  ended = new Promise((resolve) => npm.once('close', resolve));
  await until(() => output.includes('Telemon is ready'), { timeoutMs: START_WITHIN_MS, what: 'the start' });
}

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(data, ...path), 'utf8'));
const processes = () => readdirSync(join(data, 'run')).map((file) => read('run', file) as ProcessIdentity);
const launcher = () => read('lock') as ProcessIdentity;

async function signIn(): Promise<number> {
  const { url, adminEmail, adminPassword } = read('addresses.json') as Record<string, string>;
  const response = await fetch(`${url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password: adminPassword }),
  });
  return response.status;
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'telemon-start-'));
  const ports = await choosePorts(['PORT', 'MQTT_PORT', 'UDP_PORT']);
  const texts = Object.entries(ports).map(([name, port]) => [name, String(port)]);
  environment = { DATA_DIR: data, DEMO: 'off', ...Object.fromEntries(texts) };
});
afterAll(async () => {
  npm.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
});

describe('npm start', () => {
  it(
    'runs everything, each service under its own name',
    async () => {
      await start();
      expect(await signIn()).toBe(200);
      const names = processes()
        .map(({ pid }) =>
          spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim(),
        )
        .filter((title) => title.startsWith('telemon-'));
      expect(names.sort()).toEqual([
        'telemon-alerting',
        'telemon-auth',
        'telemon-devices',
        'telemon-gateway',
        'telemon-logs',
        'telemon-mqtt-bridge',
        'telemon-outbox',
        'telemon-reporting',
        'telemon-udp-router',
      ]);
    },
    START_WITHIN_MS,
  );

  it(
    'leaves no process behind when its launcher is killed, and keeps its data',
    async () => {
      const running = processes();
      process.kill(launcher().pid, 'SIGKILL');
      await ended;
      await until(() => !running.some(isRunning), { timeoutMs: 20_000, what: 'the end of all processes' });
      await start();
      expect(await signIn()).toBe(200);
    },
    START_WITHIN_MS,
  );

  it('names wrong variables of services before any service starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'telemon-wrong-'));
    try {
      const { PORT, MQTT_PORT, UDP_PORT } = await choosePorts(['PORT', 'MQTT_PORT', 'UDP_PORT']);
      const ports = { PORT: String(PORT), MQTT_PORT: String(MQTT_PORT), UDP_PORT: String(UDP_PORT) };
      const wrong = {
        DATA_DIR: folder,
        USER_LIMIT: 'abc',
        DEVICE_RATE: '-5',
        OUTBOUND_ALLOW: '10.0.0/8',
        DATA_ROUTING_URL: 'https://admin:secret@flows.example.com',
        MAP_TILES_URL: 'http://tiles;sandbox/{z}/{x}/{y}.png',
      };
      const { status, stderr } = spawnSync('npm', ['start'], {
        cwd: CHECKOUT,
        env: { ...process.env, ...ports, ...wrong },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
      expect(lines.sort()).toEqual([
        'DATA_ROUTING_URL should have no login in it',
        'DEVICE_RATE=-5 More than 0',
        'MAP_TILES_URL should be an address such as https://tiles.example.com/{z}/{x}/{y}.png',
        'OUTBOUND_ALLOW=10.0.0/8 should be host names, addresses or networks such as 10.0.0.0/8, separated by commas; "10.0.0/8" is none of them',
        'USER_LIMIT=abc Should be a number',
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('stops within 15 seconds on SIGTERM to npm, and leaves no process behind', async () => {
    const running = [...processes(), launcher()];
    const from = performance.now();
    npm.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(running.filter(isRunning)).toEqual([]);
  });
});
