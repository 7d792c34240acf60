import { type MqttClient, connectAsync } from 'mqtt';

export interface MqttLogin {
  username: string;
  password: string;
}

/**
 * A device as a careful maker builds it: it holds what was not acknowledged and sends it again when the connection
 * is back. MQTT.js does that from its own store.
 */
export class MqttDevice {
  private constructor(
    readonly name: string,
    private readonly client: MqttClient,
  ) {}

  static async connect(port: number, login: MqttLogin, protocolVersion: 4 | 5 = 5): Promise<MqttDevice> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      ...login,
      protocolVersion,
      clientId: `${login.username}-client`,
      reconnectPeriod: 200,
      connectTimeout: 3_000,
      keepalive: 10,
    });
    client.on('error', () => undefined); // A refused or cut connection is tried again by the client.
    return new MqttDevice(login.username, client);
  }

  /** Resolves when the message is acknowledged, however many tries that takes. */
  async send(payload: unknown, qos: 0 | 1 | 2 = 1): Promise<void> {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`devices/${this.name}/telemetry`, bytes, { qos });
  }

  async end(): Promise<void> {
    await this.client.endAsync(true);
  }
}
