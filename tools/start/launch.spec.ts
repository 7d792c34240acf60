import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { choosePorts } from '../servers/ports.ts';
import { identify, isRunning, type ProcessIdentity } from './bare/process-identity.mjs';

const LAUNCHER = fileURLToPath(new URL('testing/launch-fakes.ts', import.meta.url));

let folder: string;
let data: string;
let ports: Record<'PORT' | 'MQTT_PORT' | 'UDP_PORT', number>;
const launched: Launched[] = [];

interface Launched {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-launch-'));
  data = join(folder, 'data');
  ports = await choosePorts(['PORT', 'MQTT_PORT', 'UDP_PORT']);
});
afterEach(async () => {
  for (const { child, ended } of launched.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

function launch(changes: Record<string, string> = {}, wrap: [string, ...string[]] | null = null): Launched {
  const env = {
    PATH: process.env['PATH'] ?? '',
    FAKE_DIARY: join(folder, 'diary'),
    DATA_DIR: data,
    DEMO: 'off',
  };
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const [program, ...args] = [...(wrap ?? []), process.execPath, LAUNCHER] as [string, ...string[]];
  const child = spawn(program, args, {
    env: { ...env, ...settings, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const started = { child, output: () => output, ended };
  launched.push(started);
  return started;
}

/** Far longer than usual, for a busy machine. */
const timeoutMs = 60_000;
const ready = ({ output }: Launched) =>
  until(() => output().includes('Telemon is ready'), { timeoutMs, what: 'the start' });
const processes = () =>
  readdirSync(join(data, 'run')).map(
    (file) => JSON.parse(readFileSync(join(data, 'run', file), 'utf8')) as ProcessIdentity,
  );

describe('the launcher', () => {
  it('names a folder that cannot be made instead of trying forever', async () => {
    const { ended, output } = launch({ DATA_DIR: '/proc/telemon/data' });
    expect(await ended).toBe(1);
    expect(output().trim()).toBe(
      "/proc/telemon/data can't be written to. Make it writable, or set DATA_DIR (--data) to a folder that is.",
    );
  });

  it('prints once how to reach the installation', async () => {
    const launcher = launch();
    await ready(launcher);
    const { PORT, MQTT_PORT, UDP_PORT } = ports;
    const { adminPassword } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as {
      adminPassword: string;
    };
    expect(launcher.output().trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Telemon is ready \(\d+ s\)$/),
      `  Console   http://localhost:${PORT}`,
      `  Sign in   admin@telemon.local  ${adminPassword}`,
      `  MQTT      localhost:${MQTT_PORT}`,
      `  UDP       localhost:${UDP_PORT}`,
      `  Outbox    http://localhost:${PORT}/outbox     the SMS and e-mail that would have left this machine`,
      '  Stop      Ctrl-C',
    ]);
  });

  it('keeps the same secrets, in a file that only its owner can read', async () => {
    const first = launch();
    await ready(first);
    first.child.kill('SIGINT');
    await first.ended;
    const secrets = readFileSync(join(data, 'secrets.json'), 'utf8');
    expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600);
    const second = launch();
    await ready(second);
    expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe(secrets);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops the edges first and exits with 0 on %s',
    async (signal) => {
      const launcher = launch();
      await ready(launcher);
      const running = processes();
      launcher.child.kill(signal);
      expect(await launcher.ended).toBe(0);
      const diary = readFileSync(join(folder, 'diary'), 'utf8').trim().split('\n');
      expect(diary.slice(-2)).toEqual(['ended edge', 'ended core']);
      expect(running.some(isRunning)).toBe(false);
    },
  );

  it('leaves no process behind when it is killed, and starts again', async () => {
    const first = launch();
    await ready(first);
    const running = processes();
    expect(running.filter(isRunning)).toHaveLength(2);
    first.child.kill('SIGKILL');
    await until(() => !running.some(isRunning), { timeoutMs, what: 'the end of the services' });
    const second = launch();
    await ready(second);
  });

  it('ends processes that a killed launcher left behind', async () => {
    const orphan = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const identity = identify(orphan.pid!);
    mkdirSync(join(data, 'run'), { recursive: true });
    const entry = { name: 'auth', onLauncherDeath: 'SIGTERM', ...identity };
    writeFileSync(join(data, 'run', 'auth.json'), JSON.stringify(entry));
    const launcher = launch();
    await ready(launcher);
    expect(launcher.output()).toContain('Ending processes that the last run left behind: auth …');
    expect(isRunning(identity)).toBe(false);
  });

  it('leaves a foreign process alone that has a reused pid', async () => {
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    mkdirSync(join(data, 'run'), { recursive: true });
    const entry = { name: 'auth', onLauncherDeath: 'SIGKILL', pid: stranger.pid, startedAt: '1' };
    writeFileSync(join(data, 'run', 'auth.json'), JSON.stringify(entry));
    const launcher = launch();
    await ready(launcher);
    expect(isRunning(identify(stranger.pid!))).toBe(true);
    stranger.kill();
  });

  it('refuses a second start on the same data folder', async () => {
    const first = launch();
    await ready(first);
    const second = launch();
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `Telemon already runs on ${data} (process ${first.child.pid}). Stop it, or set DATA_DIR (--data) to another folder.\n`,
    );
  });

  it('names the variable of a port that is taken', async () => {
    const taken = createServer().listen(ports.MQTT_PORT, '127.0.0.1');
    const launcher = launch();
    expect(await launcher.ended).toBe(1);
    taken.close();
    expect(launcher.output()).toMatch(
      new RegExp(
        `^Port ${ports.MQTT_PORT} is taken by another program. Set MQTT_PORT to a free one: npm start -- --mqtt-port \\d+\n$`,
      ),
    );
  });

  it('names the variable of a UDP port that is taken', async () => {
    const taken = createSocket('udp4').bind(ports.UDP_PORT, '127.0.0.1');
    const launcher = launch();
    expect(await launcher.ended).toBe(1);
    taken.close();
    expect(launcher.output()).toContain(
      `Port ${ports.UDP_PORT} is taken by another program. Set UDP_PORT to a free one`,
    );
  });

  it('says in one line that the data folder is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    const launcher = launch({ DATA_DIR: join(folder, 'file') });
    expect(await launcher.ended).toBe(1);
    expect(launcher.output()).toBe(
      `${join(folder, 'file')} can't be written to. Make it writable, or set DATA_DIR (--data) to a folder that is.\n`,
    );
  });

  it('says in one line that the disk is full', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    // A small tmpfs that only the launcher sees.
    const mount = `mount -t tmpfs -o size=4m none ${disk} && head -c 4m /dev/zero > ${disk}/filler; exec "$@"`;
    const asRoot = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m'];
    const wrap: [string, ...string[]] = ['unshare', ...asRoot, 'sh', '-c', mount, 'sh'];
    expect(spawnSync('unshare', [...asRoot, 'true']).status).toBe(0);
    const launcher = launch({ DATA_DIR: join(disk, 'data') }, wrap);
    expect(await launcher.ended).toBe(1);
    expect(launcher.output()).toMatch(
      /^The disk of .* (is full|has 0 MB left).*DATA_DIR \(--data\) to a folder elsewhere\.\n$/,
    );
  });
});
