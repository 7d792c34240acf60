import { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import type { Say } from '../../servers/progress.ts';
import { Received } from '../fleet/received.ts';
import { DrilledBroker } from '../installation/drilled-broker.ts';
import type { Provider } from './provider.ts';

/** The broker to which the alerts of a drill publish. */
export class AlertBroker implements Provider {
  readonly name = 'MQTT broker';
  readonly channels = ['mqtt'] as const;
  readonly restarts = 0;
  readonly received: Received;
  readonly #broker: DrilledBroker;

  private constructor(broker: DrilledBroker, received: Received) {
    this.#broker = broker;
    this.received = received;
  }

  static async start(say: Say): Promise<AlertBroker> {
    const received = new Received();
    /** A message that can't be read counts as missing. */
    const receive = (_topic: string, payload: Buffer) => {
      const { success, data } = MqttAlertMessage.safeParse(JSON.parse(String(payload)));
      if (success) received.add({ text: data.message, isRepeated: data.repeated, id: data.id });
    };
    return new AlertBroker(await DrilledBroker.start(say, receive), received);
  }

  get host(): string {
    return this.#broker.host;
  }

  get port(): number {
    return this.#broker.port;
  }

  async pause(): Promise<void> {
    this.#broker.pause();
  }

  resume(): void {
    this.#broker.resume();
  }

  kill(): Promise<void> {
    return this.#broker.kill();
  }

  bringBack(): Promise<void> {
    return this.#broker.bringBack();
  }

  stop(): Promise<void> {
    return this.#broker.stop();
  }
}
