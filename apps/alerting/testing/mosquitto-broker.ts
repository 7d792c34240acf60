import { until } from '@telemon/testing/waiting';
import { type MqttClient, connectAsync } from 'mqtt';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringMosquitto } from '../../../tools/servers/mosquitto.ts';
import { ownAddress } from './fake-broker.ts';

/** The customer's broker: Mosquitto, with a subscriber to all topics. */
export class MosquittoBroker {
  readonly port = 1_883;
  readonly messages: { topic: string; payload: Record<string, unknown>; qos: number; retain: boolean }[] = [];

  private constructor(
    readonly host: string,
    private readonly folder: string,
    private readonly broker: ChildProcess,
    private readonly subscriber: MqttClient,
  ) {
    subscriber.on('message', (topic, payload, { qos, retain }) => {
      const fields = JSON.parse(String(payload)) as Record<string, unknown>;
      this.messages.push({ topic, payload: fields, qos, retain });
    });
  }

  static async start(): Promise<MosquittoBroker> {
    const { broker: program } = await bringMosquitto(() => undefined);
    const folder = mkdtempSync(join(tmpdir(), 'telemon-mosquitto-'));
    const host = ownAddress();
    const settings = join(folder, 'mosquitto.conf');
    writeFileSync(settings, `listener 1883 ${host}\nallow_anonymous true\npersistence false\n`);
    const broker = spawn(program, ['-c', settings], { stdio: 'ignore' });
    let subscriber: MqttClient | undefined;
    await until(async () => {
      subscriber = await connectAsync(`mqtt://${host}:1883`, { reconnectPeriod: 0 }).catch(() => undefined);
      return subscriber !== undefined;
    });
    const started = new MosquittoBroker(host, folder, broker, subscriber!);
    await subscriber!.subscribeAsync('#', { qos: 1 });
    return started;
  }

  async stop(): Promise<void> {
    await this.subscriber.endAsync(true);
    const ended = once(this.broker, 'exit');
    this.broker.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}
