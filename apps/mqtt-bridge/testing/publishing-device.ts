import { until } from '@telemon/testing/waiting';
import type { IPublishPacket } from 'mqtt-packet';
import type { ConnectionLimits } from '../src/endpoint/limits.ts';
import { type Given, type GivenEndpoint, PUMP, PUMP_TELEMETRY, givenEndpoint } from './given-endpoint.ts';
import { RawClient, type Version } from './raw-client.ts';

/** The numbers from 1 to `count`. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The pump, which publishes numbered messages to an endpoint of its own. */
export class PublishingDevice {
  /** The device's newest connection. */
  client!: RawClient;

  private constructor(public endpoint: GivenEndpoint) {}

  static async start(): Promise<PublishingDevice> {
    return new PublishingDevice(await givenEndpoint());
  }

  /** Starts another endpoint, with other limits, in place of the running one. */
  async restart(limits: Partial<ConnectionLimits>, given: Given = {}): Promise<void> {
    await this.endpoint.stop();
    this.endpoint = await givenEndpoint(limits, given);
  }

  async signIn(version: Version = 5): Promise<void> {
    this.client = await RawClient.signedIn(this.endpoint.port, PUMP, version);
  }

  publish(messageId: number, qos: 0 | 1 | 2 = 1, extras: Partial<IPublishPacket> = {}): void {
    this.client.publish(PUMP_TELEMETRY, `{"seq":${messageId}}`, { qos, messageId, ...extras });
  }

  /** Waits until the endpoint has written `count` messages. */
  async written(count: number): Promise<void> {
    await until(() => this.endpoint.telemetry.messages.length >= count);
  }

  async stop(): Promise<void> {
    this.client?.close();
    await this.endpoint.stop();
  }
}
