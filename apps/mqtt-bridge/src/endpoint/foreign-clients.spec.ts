import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { issuedBy, newAuthority, newCertificate } from '@telemon/testing/certificate';
import { until } from '@telemon/testing/waiting';
import { type MqttClient, connectAsync } from 'mqtt';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mosquitto, bringMosquitto } from '../../../../tools/servers/mosquitto.ts';
import { type Paho, bringPaho } from '../../../../tools/servers/paho.ts';
import { run } from '../../../../tools/servers/run.ts';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_COMMANDS,
  PUMP_TELEMETRY,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { commonNameOf } from '../../testing/tls-device.ts';

let endpoint: GivenEndpoint;

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => endpoint.stop());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const sequence = () =>
  endpoint.telemetry.messages.map(({ payload }) => (JSON.parse(String(payload)) as { seq: number }).seq);

describe.each([4, 5] as const)('MQTT.js in protocol level %d', (protocolVersion) => {
  const connect = (extras = {}) =>
    connectAsync(`mqtt://127.0.0.1:${endpoint.port}`, {
      username: PUMP.name,
      password: PUMP.password,
      protocolVersion,
      reconnectPeriod: 50,
      ...extras,
    });
  let device: MqttClient;
  afterEach(() => device?.endAsync(true));

  it('publishes with each QoS and gets the acknowledgements', async () => {
    device = await connect();
    await Promise.all(
      upTo(300).map((seq) =>
        device.publishAsync(PUMP_TELEMETRY, `{"seq":${seq}}`, { qos: ((seq % 2) + 1) as 1 | 2 }),
      ),
    );
    await device.publishAsync(PUMP_TELEMETRY, '{"seq":300}', { qos: 0 });
    await until(() => endpoint.telemetry.messages.length === 301);
    expect(sequence()).toEqual(upTo(301));
  });

  it('sends again after its connection was cut, and loses nothing', async () => {
    endpoint.telemetry.settlesAtOnce = false;
    device = await connect({ clean: false, clientId: 'mqttjs' });
    device.on('error', () => undefined);
    const published = Promise.all(
      upTo(100).map((seq) => device.publishAsync(PUMP_TELEMETRY, `{"seq":${seq}}`, { qos: 1 })),
    );
    await until(() => endpoint.telemetry.messages.length === 100);
    endpoint.server.connections.signedInElsewhere(PUMP.name, Date.now() + 1);
    endpoint.telemetry.settle();
    endpoint.telemetry.settlesAtOnce = true;
    await published;
    expect(new Set(sequence()).size).toBe(100);
  });

  it('subscribes to its commands and to nothing else', async () => {
    device = await connect();
    expect(await device.subscribeAsync(PUMP_COMMANDS, { qos: 2 })).toMatchObject([{ qos: 1 }]);
    await expect(device.subscribeAsync('#')).rejects.toThrow();
    expect(device.connected).toBe(true);
  });

  it('gets the reason for a wrong password and for a foreign topic', async () => {
    await expect(connect({ password: 'guessed', reconnectPeriod: 0 })).rejects.toMatchObject({
      code: protocolVersion === 5 ? 0x86 : 4,
    });
    device = await connect({ reconnectPeriod: 0 });
    device.on('error', () => undefined);
    const publishing = device.publishAsync(TANK_TELEMETRY, '{}', { qos: 1 });
    if (protocolVersion === 5) await expect(publishing).rejects.toMatchObject({ code: 0x87 });
    else await until(() => !device.connected);
    publishing.catch(() => undefined);
    expect(endpoint.telemetry.messages).toHaveLength(0);
  });
});

describe('Mosquitto’s clients', () => {
  let mosquitto: Mosquitto;
  beforeAll(async () => {
    mosquitto = await bringMosquitto(() => undefined);
  }, 300_000);

  const to = (version: string, password = PUMP.password) =>
    ['-h', '127.0.0.1', '-p', String(endpoint.port), '-V', version, '-u', PUMP.name, '-P', password] as const;

  describe.each(['311', '5'])('in version %s', (version) => {
    it.each([0, 1, 2])('publish with QoS %d', async (qos) => {
      const message = ['-t', PUMP_TELEMETRY, '-m', '{"TC1":20.1}', '-q', String(qos)];
      expect(await run([mosquitto.publish, ...to(version), ...message])).toEqual({ ok: true, output: '' });
      await until(() => endpoint.telemetry.messages.length === 1);
      expect(endpoint.telemetry.payloads).toEqual(['{"TC1":20.1}']);
    });

    it('publish line by line', async () => {
      const args = [...to(version), '-t', PUMP_TELEMETRY, '-q', '1', '--stdin-line'];
      const publisher = spawn(mosquitto.publish, args, { stdio: ['pipe', 'ignore', 'inherit'] });
      publisher.stdin.end(
        upTo(1_000)
          .map((seq) => `{"seq":${seq}}\n`)
          .join(''),
      );
      expect(await exitOf(publisher)).toBe(0);
      expect(sequence()).toEqual(upTo(1_000));
    });

    it('subscribe to commands, acknowledge them, and subscribe to nothing else', async () => {
      endpoint.commands.add('a');
      const listening = [...to(version), '-t', PUMP_COMMANDS, '-q', '1', '-C', '1', '-W', '30'] as const;
      expect((await run([mosquitto.subscribe, ...listening])).output).toContain(
        '{"id":"a","command":"do a"}',
      );
      await until(() => endpoint.commands.done.join() === 'a');
      const greedy = await run([mosquitto.subscribe, ...to(version), '-t', '#', '-W', '30']);
      expect(greedy.output).toContain('denied');
    });

    it('publish over TLS with a certificate for the login, without a user name and a password', async () => {
      await endpoint.stop();
      const server = newCertificate('127.0.0.1');
      const fleet = newAuthority('Fleet');
      endpoint = await givenEndpoint({}, { tls: { ...server, ca: fleet.cert } });
      const folder = mkdtempSync(join(tmpdir(), 'telemon-mosquitto-'));
      const file = (name: string, content: Buffer) => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      try {
        const { cert, key } = issuedBy(fleet, commonNameOf(PUMP));
        const over = ['-h', '127.0.0.1', '-p', String(endpoint.server.ports[1]), '-V', version];
        const files = ['--cert', file('own.crt', cert), '--key', file('own.key', key)];
        const message = ['-t', PUMP_TELEMETRY, '-m', '{"TC1":20.1}', '-q', '1'];
        const command = [...over, '--cafile', file('ca.crt', server.cert), ...files, ...message];
        expect(await run([mosquitto.publish, ...command])).toEqual({ ok: true, output: '' });
        expect(endpoint.telemetry.payloads).toEqual(['{"TC1":20.1}']);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('are refused with a wrong password and for a foreign topic', async () => {
      const message = ['-m', '{}', '-q', '1'];
      const stranger = await run([
        mosquitto.publish,
        ...to(version, 'guessed'),
        '-t',
        PUMP_TELEMETRY,
        ...message,
      ]);
      expect(stranger.ok).toBe(false);
      const elsewhere = await run([mosquitto.publish, ...to(version), '-t', TANK_TELEMETRY, ...message]);
      expect(version === '5' ? elsewhere.output : elsewhere.ok).toEqual(
        version === '5' ? expect.stringContaining('Not authorized') : false,
      );
      expect(endpoint.telemetry.messages).toHaveLength(0);
    });
  });
});

describe('Eclipse Paho', () => {
  let paho: Paho;
  beforeAll(async () => {
    paho = await bringPaho(() => undefined);
  }, 300_000);
  const script = fileURLToPath(new URL('../../testing/paho-device.py', import.meta.url));

  it.each([4, 5])('signs in, subscribes and publishes, in protocol level %d', async (level) => {
    const command = [
      paho.python,
      script,
      String(endpoint.port),
      PUMP.name,
      PUMP.password,
      String(level),
    ] as const;
    const { output } = await run([...command], { env: paho.env, timeoutMs: 50_000 });
    expect(JSON.parse(output)).toMatchObject({
      refused: 0x86,
      accepted: 0,
      sessionPresent: false,
      granted: level === 5 ? [1, 0x87] : [1],
      foreign: [level === 5 ? 0x87 : 0x80],
      delivered: 200,
      // Paho also sends PUBREL for a refused QoS 2 message, and reports the answer to it: no such packet id.
      ...(level === 5 && { elsewhere: [0x87, 0x92] }),
      largest: 0,
    });
    const payloads = endpoint.telemetry.payloads;
    expect(payloads).toHaveLength(202);
    expect(payloads.slice(0, 201).map((payload) => (JSON.parse(payload) as { seq: number }).seq)).toEqual(
      upTo(201),
    );
  });
});

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.on('close', (code) => resolve(code)));
