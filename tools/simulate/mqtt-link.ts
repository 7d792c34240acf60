import { type MqttClient, connect } from 'mqtt';
import type { WireReading } from './readings.ts';

const RECONNECT_MS = 2_000;
/** Back-off of a device whose login is refused. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 300_000;
const ACKNOWLEDGED_WITHIN_MS = 30_000;

/** One device's connection. It reconnects by itself and resends unacknowledged messages. */
export class MqttLink {
  private readonly client: MqttClient;
  private readonly topic: string;
  private pauseMs = FIRST_PAUSE_MS;
  private timer: NodeJS.Timeout | undefined;

  constructor(port: number, login: { username: string; password: string }, protocolVersion: 4 | 5) {
    this.topic = `devices/${login.username}/telemetry`;
    this.client = connect(`mqtt://127.0.0.1:${port}`, {
      ...login,
      protocolVersion,
      clientId: login.username,
      keepalive: 60,
      reconnectPeriod: RECONNECT_MS,
      connectTimeout: 10_000,
    });
    this.client.on('connect', () => {
      this.pauseMs = FIRST_PAUSE_MS;
    });
    this.client.on('error', (error) => {
      // A number is the code of a refusing CONNACK, after which MQTT.js doesn't reconnect.
      if (typeof (error as { code?: unknown }).code === 'number') this.tryAgainLater();
    });
  }

  get isOpen(): boolean {
    return this.client.connected;
  }

  /** Sends with QoS 1. @throws Error without an acknowledgement in time, though the client keeps trying. */
  async publish(readings: WireReading | WireReading[]): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('not acknowledged')), ACKNOWLEDGED_WITHIN_MS);
    try {
      await Promise.race([
        this.client.publishAsync(this.topic, JSON.stringify(readings), { qos: 1 }),
        late.promise,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.client.endAsync(true);
  }

  private tryAgainLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.client.reconnect(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
