import { connectAsync, type MqttClient } from 'mqtt';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@telemon/testing/free-ports';
import type { GivenCertificate } from '@telemon/testing/certificate';
import { until } from '@telemon/testing/waiting';
import { bringMosquitto } from '../../servers/mosquitto.ts';
import type { Say } from '../../servers/progress.ts';
import { DrilledServer } from './drilled-server.ts';

/** An address of this machine other than loopback, if it has one. Telemon connects to it only if `OUTBOUND_ALLOW` lists it. */
export const OWN_ADDRESS =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

const RECONNECT_AFTER_MS = 50;

type OnMessage = (topic: string, payload: Buffer) => void;

/** A user's MQTT broker: Mosquitto, with a subscriber to all topics that misses no message. */
export class DrilledBroker {
  readonly host = OWN_ADDRESS;
  readonly port: number;
  /** Over TLS; null without a certificate. */
  readonly tlsPort: number | null;
  readonly #server: DrilledServer;
  readonly #folder: string;
  #subscriber: MqttClient | null = null;

  private constructor(
    ports: { port: number; tlsPort: number | null },
    server: DrilledServer,
    folder: string,
  ) {
    this.port = ports.port;
    this.tlsPort = ports.tlsPort;
    this.#server = server;
    this.#folder = folder;
  }

  /** @param certificate That of a further listener, over TLS; without it, there is none. */
  static async start(say: Say, onMessage: OnMessage, certificate?: GivenCertificate): Promise<DrilledBroker> {
    const { broker: program } = await bringMosquitto(say);
    const folder = await mkdtemp(join(tmpdir(), 'telemon-broker-'));
    const ports = { port: await freePort(), tlsPort: certificate ? await freePort() : null };
    const settings = join(folder, 'mosquitto.conf');
    await writeFile(settings, settingsOf(ports, folder));
    const server = new DrilledServer(
      {
        name: 'mosquitto',
        command: [program, '-c', settings],
        env: {},
        ready: () => accepts(ports.port),
        onLauncherDeath: 'SIGKILL',
        stopWithinMs: 0,
      },
      join(folder, 'mosquitto.log'),
    );
    const started = new DrilledBroker(ports, server, folder);
    try {
      if (certificate) await started.showNext(certificate);
      await server.start();
      await started.#subscribe(onMessage);
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** The certificate that it shows from its next start on. */
  async showNext({ key, cert }: GivenCertificate): Promise<void> {
    await writeFile(join(this.#folder, 'key.pem'), key);
    await writeFile(join(this.#folder, 'cert.pem'), cert);
  }

  pause(): void {
    this.#server.pause();
  }

  resume(): void {
    this.#server.resume();
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  /** Starts it again after a kill. */
  bringBack(): Promise<void> {
    return this.#server.start();
  }

  async stop(): Promise<void> {
    await this.#subscriber?.endAsync(true);
    await this.#server.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #subscribe(onMessage: OnMessage): Promise<void> {
    // Without keep-alive: a stopped broker would get the unacknowledged messages of a lost connection twice.
    const session = { clientId: 'drill', clean: false, keepalive: 0, reconnectPeriod: RECONNECT_AFTER_MS };
    const subscriber = (this.#subscriber = await connectAsync(urlOf(this.port), session));
    subscriber.on('error', () => undefined);
    subscriber.on('message', onMessage);
    await subscriber.subscribeAsync('#', { qos: 1 });
    // Mosquitto saves its sessions. After a kill it holds messages for this subscriber until it connects again.
    process.kill(this.#server.pid, 'SIGUSR1');
    await until(() => existsSync(join(this.#folder, 'mosquitto.db')), { what: "Mosquitto's sessions" });
  }
}

/**
 * The broker saves its sessions only at a signal, and forwards each message at once. Started by root it stays root, because another user
 * could not write into the folder.
 */
const settingsOf = (
  { port, tlsPort }: { port: number; tlsPort: number | null },
  folder: string,
): string => `listener ${port} ${OWN_ADDRESS}
${tlsPort === null ? '' : `listener ${tlsPort} ${OWN_ADDRESS}\ncertfile ${folder}/cert.pem\nkeyfile ${folder}/key.pem\n`}allow_anonymous true
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
