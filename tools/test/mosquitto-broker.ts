import { ownAddress } from '@telemon/testing/fake-broker';
import { until } from '@telemon/testing/waiting';
import { type MqttClient, connectAsync } from 'mqtt';
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
}

/** The broker of a user: Mosquitto, with a subscriber to all topics. */
export class MosquittoBroker {
  readonly port = 1_883;
  /** In the order of their arrival, with their flags as published. */
  readonly messages: { topic: string; text: string; qos: number; retain: boolean }[] = [];

  private constructor(
    readonly host: string,
    private readonly folder: string,
    private readonly broker: ChildProcess,
    private readonly subscriber: MqttClient,
  ) {
    subscriber.on('message', (topic, payload, { qos, retain }) => {
      this.messages.push({ topic, text: String(payload), qos, retain });
    });
  }

  static async start({ host = ownAddress(), tls }: Settings = {}): Promise<MosquittoBroker> {
    const { broker: program } = await bringMosquitto(() => undefined);
    const folder = mkdtempSync(join(tmpdir(), 'telemon-mosquitto-'));
    const settings = join(folder, 'mosquitto.conf');
    // No packet of its own is delayed, and no message of a subscriber dropped.
    const lines = [
      `listener 1883 ${host}`,
      'allow_anonymous true',
      'persistence false',
      'max_queued_messages 0',
      'max_inflight_messages 0',
    ];
    if (tls) {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      writeFileSync(key, tls.key);
      writeFileSync(cert, tls.cert);
      lines.push(`listener 8883 ${host}`, `certfile ${cert}`, `keyfile ${key}`);
    }
    // Started by root, it would become another user, who may not read these files.
    if (process.getuid?.() === 0) lines.push('user root');
    writeFileSync(settings, `${lines.join('\n')}\n`);
    const broker = spawn(program, ['-c', settings], { stdio: 'ignore' });
    let subscriber: MqttClient | undefined;
    await until(async () => {
      const options = { reconnectPeriod: 0, protocolVersion: 5 } as const;
      subscriber = await connectAsync(`mqtt://${host}:1883`, options).catch(() => undefined);
      return subscriber !== undefined;
    });
    const started = new MosquittoBroker(host, folder, broker, subscriber!);
    await subscriber!.subscribeAsync('#', { qos: 1, rap: true });
    return started;
  }

  /** The texts that arrived on a topic. */
  on(topic: string): string[] {
    return this.messages.filter((message) => message.topic === topic).map(({ text }) => text);
  }

  async stop(): Promise<void> {
    await this.subscriber.endAsync(true);
    const ended = once(this.broker, 'exit');
    this.broker.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}
