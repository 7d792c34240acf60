import { ownAddress } from '@telemon/testing/fake-broker';
import { until } from '@telemon/testing/waiting';
import { type MqttClient, type OnMessageCallback, connect } from 'mqtt';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringMosquitto } from '../servers/mosquitto.ts';

interface Settings {
  /** Its address, for a broker that is started again. */
  host?: string;
  /** Another listener, over TLS, on port 8883. */
  tls?: { key: Buffer; cert: Buffer };
  /** Lines for its settings. */
  settings?: readonly string[];
}

/** Its session outlasts a run of the broker. */
const SUBSCRIBER = {
  clientId: 'subscriber',
  clean: false,
  properties: { sessionExpiryInterval: 600 },
  reconnectPeriod: 0,
  protocolVersion: 5,
} as const;

interface Arrived {
  topic: string;
  text: string;
  qos: number;
  retain: boolean;
}

/** The broker of a user: Mosquitto, with a subscriber to all topics. */
export class MosquittoBroker {
  readonly port = 1_883;

  private constructor(
    readonly host: string,
    /** In the order of their arrival, with their flags as published. */
    readonly messages: readonly Arrived[],
    private readonly folder: string,
    private readonly lines: readonly string[],
    private broker: ChildProcess,
    private readonly subscriber: MqttClient,
  ) {}

  static async start({ host = ownAddress(), tls, settings = [] }: Settings = {}): Promise<MosquittoBroker> {
    const folder = mkdtempSync(join(tmpdir(), 'telemon-mosquitto-'));
    await subscribeAlone(folder);
    const lines = [`listener 1883 ${host}`];
    if (tls) {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      writeFileSync(key, tls.key);
      writeFileSync(cert, tls.cert);
      lines.push(`listener 8883 ${host}`, `certfile ${cert}`, `keyfile ${key}`);
    }
    lines.push(...settings);
    const broker = await run(folder, lines);
    const messages: Arrived[] = [];
    const subscriber = await subscriberAt(host, (topic, payload, { qos, retain }) => {
      messages.push({ topic, text: String(payload), qos, retain });
    });
    return new MosquittoBroker(host, messages, folder, lines, broker, subscriber);
  }

  /** The texts that arrived on a topic. */
  on(topic: string): string[] {
    return this.messages.filter((message) => message.topic === topic).map(({ text }) => text);
  }

  /** Kills it, like a crash, which also ends its subscriber. */
  async kill(): Promise<void> {
    await end(this.broker, 'SIGKILL');
  }

  /** Starts it again after a kill, with its saved data. */
  async startAgain(): Promise<void> {
    this.broker = await run(this.folder, this.lines);
  }

  async stop(): Promise<void> {
    await this.subscriber.endAsync(true);
    await end(this.broker);
    rmSync(this.folder, { recursive: true });
  }
}

/** Saves the subscription in the folder for the broker's next run, so that it misses no message that is sent there at once. */
async function subscribeAlone(folder: string): Promise<void> {
  const host = ownAddress();
  const broker = await run(folder, [`listener 1883 ${host}`]);
  const subscriber = await subscriberAt(host, () => undefined);
  await subscriber.subscribeAsync('#', { qos: 1, rap: true });
  await subscriber.endAsync();
  await end(broker);
}

async function run(folder: string, own: readonly string[]): Promise<ChildProcess> {
  const { broker: program } = await bringMosquitto(() => undefined);
  const settings = join(folder, 'mosquitto.conf');
  // No packet of its own is delayed, and no message of a subscriber dropped.
  const lines = [
    ...own,
    'allow_anonymous true',
    'persistence true',
    `persistence_location ${folder}/`,
    'max_queued_messages 0',
    'max_inflight_messages 0',
  ];
  // Started by root, it would become another user, who may not read these files.
  if (process.getuid?.() === 0) lines.push('user root');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  return spawn(program, ['-c', settings], { stdio: 'ignore' });
}

async function end(broker: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(broker, 'exit');
  broker.kill(signal);
  await ended;
}

/** The handler gets the session's messages, too, which come at once. */
function subscriberAt(host: string, onMessage: OnMessageCallback): Promise<MqttClient> {
  return until(async () => {
    const subscriber = connect(`mqtt://${host}:1883`, SUBSCRIBER);
    subscriber.on('message', onMessage);
    await new Promise((resolve, reject) => {
      subscriber.once('connect', resolve).on('error', reject);
    });
    return subscriber;
  });
}
