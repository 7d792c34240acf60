import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { testPublications } from '@telemon/contracts/mqtt-bridge/test-readings';
import { reasonOf, unavailable } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import { isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { MqttBridgeVariables } from '../config.ts';
import { OneTimeLogins } from '../credentials/one-time-logins.ts';
import { MqttEndpoint } from '../endpoint/mqtt-endpoint.ts';
import { REASONS } from '../endpoint/reasons.ts';
import { topicBlocked } from './test-readings.errors.ts';

/** For sign-in and acknowledgement together; the caller waits a second longer, ms. */
const PUBLISHED_WITHIN_MS = 2_500;

type Publication = RequestOf<typeof testPublications.publish>;

/** Publishes test readings as devices do: over TCP, in MQTT, to the endpoint of this process, until Kafka has them. */
@Injectable()
export class TestReadings {
  /** The endpoint's host in the form that an address has it. */
  private readonly host: string;

  constructor(
    @Inject(CONFIG) { MQTT_HOST }: MqttBridgeVariables,
    private readonly endpoint: MqttEndpoint,
    private readonly logins: OneTimeLogins,
  ) {
    this.host = isIPv6(MQTT_HOST ?? '') ? `[${MQTT_HOST}]` : (MQTT_HOST ?? '127.0.0.1');
  }

  /**
   * @throws if the topic is blocked; DomainError of kind `unavailable` without an acknowledgement in time, although the reading may
   * come all the same
   */
  async publish(publication: Publication): Promise<null> {
    const timeout = new AbortController();
    const late = delay(PUBLISHED_WITHIN_MS, undefined, { signal: timeout.signal }).then(() => {
      throw new Error('no acknowledgement in time');
    });
    try {
      await Promise.race([this.send(publication, timeout.signal), late]);
      return null;
    } catch (error) {
      logger.warn({ deviceName: publication.deviceName, reason: reasonOf(error) }, 'test reading not sent');
      throw codeOf(error) === REASONS.topicBlocked.code ? topicBlocked() : unavailable();
    } finally {
      timeout.abort();
    }
  }

  private async send({ deviceName, deviceKey, values }: Publication, gone: AbortSignal): Promise<void> {
    // Loaded with the first test: nothing else here needs a client.
    const { connectAsync } = await import('mqtt');
    const [port] = this.endpoint.ports;
    if (port === undefined) throw new Error('the endpoint is not open');
    const login = this.logins.make({ deviceName, deviceKey });
    try {
      const client = await connectAsync(
        `mqtt://${this.host}:${port}`,
        {
          username: deviceName,
          password: login.password,
          protocolVersion: 5,
          reconnectPeriod: 0,
          connectTimeout: PUBLISHED_WITHIN_MS,
        },
        false,
      );
      // A lost connection: no acknowledgement comes.
      client.on('error', () => undefined);
      if (gone.aborted) return void client.end(true);
      gone.addEventListener('abort', () => client.end(true), { once: true });
      await client.publishAsync(telemetryTopic(deviceName), JSON.stringify(values), { qos: 1 });
      await client.endAsync();
    } finally {
      login.end();
    }
  }
}

/** The reason code of MQTT with which the endpoint refused a message. */
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
