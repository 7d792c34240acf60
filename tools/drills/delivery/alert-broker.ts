import { connectAsync, type MqttClient } from 'mqtt';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import { freePort } from '@telemon/platform/free-ports';
import { until } from '@telemon/testing/waiting';
import { bringMosquitto } from '../../servers/mosquitto.ts';
import type { Say } from '../../servers/progress.ts';
import { Received } from '../fleet/received.ts';
import { DrilledServer } from '../installation/drilled-server.ts';
import type { Provider } from './provider.ts';

/** An address of this machine other than loopback, if it has one. Telemon connects to it only if `OUTBOUND_ALLOW` lists it. */
export const OWN_ADDRESS =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

const RECONNECT_AFTER_MS = 50;

/** Mosquitto, to which the alerts of a drill publish, with a subscriber to all topics that misses no message. */
export class AlertBroker implements Provider {
  readonly name = 'MQTT broker';
  readonly channels = ['mqtt'] as const;
  readonly restarts = 0;
  readonly host = OWN_ADDRESS;
  readonly port: number;
  readonly received = new Received();
  readonly #server: DrilledServer;
  readonly #folder: string;
  #subscriber: MqttClient | null = null;

  private constructor(port: number, server: DrilledServer, folder: string) {
    this.port = port;
    this.#server = server;
    this.#folder = folder;
  }

  static async start(say: Say): Promise<AlertBroker> {
    const { broker: program } = await bringMosquitto(say);
    const folder = await mkdtemp(join(tmpdir(), 'telemon-alert-broker-'));
    const port = await freePort();
    const settings = join(folder, 'mosquitto.conf');
    await writeFile(settings, settingsOf(port, folder));
    const server = new DrilledServer(
      {
        name: 'mosquitto',
        command: [program, '-c', settings],
        env: {},
        ready: () => accepts(port),
        onLauncherDeath: 'SIGKILL',
        stopWithinMs: 0,
      },
      join(folder, 'mosquitto.log'),
    );
    const started = new AlertBroker(port, server, folder);
    try {
      await server.start();
      await started.#subscribe();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  async pause(): Promise<void> {
    this.#server.pause();
  }

  resume(): void {
    this.#server.resume();
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  bringBack(): Promise<void> {
    return this.#server.start();
  }

  async stop(): Promise<void> {
    await this.#subscriber?.endAsync(true);
    await this.#server.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #subscribe(): Promise<void> {
    // Without keep-alive: a stopped broker would get the unacknowledged messages of a lost connection twice.
    const session = { clientId: 'drill', clean: false, keepalive: 0, reconnectPeriod: RECONNECT_AFTER_MS };
    const subscriber = (this.#subscriber = await connectAsync(urlOf(this.port), session));
    subscriber.on('error', () => undefined);
    subscriber.on('message', (_topic, payload) => this.#receive(payload));
    await subscriber.subscribeAsync('#', { qos: 1 });
    // Mosquitto writes its sessions down. After a kill it holds messages for this one until it connects again.
    process.kill(this.#server.pid, 'SIGUSR1');
    await until(() => existsSync(join(this.#folder, 'mosquitto.db')), { what: "Mosquitto's sessions" });
  }

  /** A message that can't be read counts as missing. */
  #receive(payload: Buffer): void {
    const { success, data } = MqttAlertMessage.safeParse(JSON.parse(String(payload)));
    if (success) this.received.add({ text: data.message, isRepeated: data.repeated, id: data.id });
  }
}

/**
 * It writes its sessions down only at a signal, and forwards each message at once. Started by root it stays root, because another user
 * could not write into the folder.
 */
const settingsOf = (port: number, folder: string): string => `listener ${port} ${OWN_ADDRESS}
allow_anonymous true
user root
persistence true
persistence_location ${folder}/
autosave_interval 0
max_inflight_messages 0
max_queued_messages 0
`;

const urlOf = (port: number): string => `mqtt://${OWN_ADDRESS}:${port}`;

async function accepts(port: number): Promise<boolean> {
  const client = await connectAsync(urlOf(port), { reconnectPeriod: 0 }, false);
  await client.endAsync();
  return true;
}
