import { connectAsync, type MqttClient } from 'mqtt';
import type { MqttLogin } from '@telemon/contracts/devices/devices';

/** A device's connection that does not reconnect. */
export class SingleConnection {
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
  }

  static async open(port: number, { username, password }: MqttLogin): Promise<SingleConnection> {
    const client = await connectAsync(
      `mqtt://127.0.0.1:${port}`,
      { username, password, reconnectPeriod: 0 },
      false,
    );
    client.on('error', () => undefined);
    return new SingleConnection(client);
  }

  get isOpen(): boolean {
    return this.#client.connected;
  }

  end(): void {
    this.#client.end(true);
  }
}
