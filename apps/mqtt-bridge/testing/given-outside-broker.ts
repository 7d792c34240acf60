import { type DynamicModule, Module } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type CollectedMessage, collectRawMessages } from '@telemon/testing/raw-messages';
import { redisWithOwnKeys, serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { type IClientPublishOptions, type MqttClient, connectAsync } from 'mqtt';
import { BlockedTopicsModule } from '../src/blocked-topics/blocked-topics.module.ts';
import { MqttBridgeVariables } from '../src/config.ts';
import { CredentialsModule } from '../src/credentials/credentials.module.ts';
import { OutsideBrokers } from '../src/outside-brokers/outside-brokers.service.ts';
import { OutsideIntake } from '../src/outside-brokers/outside-intake.ts';
import { OutsideSessionsRepository } from '../src/outside-brokers/outside-sessions.repository.ts';

let replicas = 0;
let deviceKeys = 1_000;

/** The numbers in messages of `{ seq }`. */
export const seqsIn = (messages: readonly CollectedMessage[]): number[] =>
  messages.map(({ payload }) => (JSON.parse(payload) as { seq: number }).seq);

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A device at an outside broker, or several. It resends messages that the broker has not acknowledged. */
export const publisherAt = async (url: string, clientId = 'plant'): Promise<MqttClient> => {
  const settings = { clientId, clean: false, reconnectPeriod: 50 };
  const client = await connectAsync(url, settings);
  client.on('error', () => undefined);
  return client;
};

@Module({})
class OutsideBrokersAlone {}

/** The part of the bridge that reads an outside broker, without the endpoint, of which a process can have only one. */
const outsideBrokersAlone = (): DynamicModule => ({
  module: OutsideBrokersAlone,
  imports: [BlockedTopicsModule, CredentialsModule],
  providers: [
    KafkaTelemetry.provider({
      writesTo: TOPICS.raw,
      source: 'mqtt',
      metrics: `spec_${++replicas}`,
      bufferSize: { messages: 50_000, bytes: 32 * 1024 * 1024 },
    }),
    Refusals.provider({ source: 'mqtt', writesTo: TOPICS.deadLetters }),
    OutsideSessionsRepository,
    OutsideIntake,
    OutsideBrokers,
  ],
});

/** A replica of the bridge that reads an outside broker, and the messages that all have stored. */
export class GivenOutsideBroker {
  private constructor(
    readonly database: FreshDatabase,
    readonly service: StartedService,
    private readonly arrived: readonly CollectedMessage[],
  ) {}

  /** @param variables `MQTT_URL`, `MQTT_TOPICS` and others. @param database That of an installation, for one more replica. */
  static async start(
    variables: Readonly<Record<string, string>>,
    database?: FreshDatabase,
  ): Promise<GivenOutsideBroker> {
    const used = database ?? (await freshDatabase());
    const config = MqttBridgeVariables.parse({
      ...serviceVariables(used.url),
      REDIS_URL: redisWithOwnKeys(),
      RATE_LIMITS: 'off',
      ...variables,
    });
    const service = await startService({ app: 'mqtt-bridge', config, module: outsideBrokersAlone() });
    return new GivenOutsideBroker(used, service, await collectRawMessages(service.get(Kafka)));
  }

  /** A registered device; its name. */
  async device(deviceName = uniqueName('out'), deviceKey = ++deviceKeys): Promise<string> {
    const state = aDevice({ deviceName, deviceKey });
    const fact = { kind: 'device', key: deviceName, version: deviceKey, state } as const;
    await this.service.get(FactCopies).of('device').apply([fact]);
    return deviceName;
  }

  /** The messages of a device that are stored so far. */
  of(deviceName: string): CollectedMessage[] {
    return this.arrived.filter((message) => message.deviceName === deviceName);
  }

  /** Publishes until something is stored, because the subscription may not be there yet. */
  async untilItReads(client: MqttClient, topicOf: (deviceName: string) => string): Promise<void> {
    const deviceName = await this.device();
    await until(async () => {
      await client.publishAsync(topicOf(deviceName), '{"TC1":0}', { qos: 1 });
      return this.of(deviceName).length > 0;
    });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop().catch(() => undefined);
  }
}

/** Publishes numbered readings; resolves once the broker has all of them. */
export const publishSeqs = async (
  client: MqttClient,
  topic: string,
  seqs: readonly number[],
  options: IClientPublishOptions = { qos: 1 },
): Promise<void> => {
  await Promise.all(seqs.map((seq) => client.publishAsync(topic, JSON.stringify({ seq, TC1: 1 }), options)));
};
