import { type RawHeaders, steadyTimeText } from '@telemon/contracts/readings';
import type { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Gauge, Histogram } from '@telemon/platform/metrics';
import type { FactoryProvider } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { type Batchable, Batcher, type BufferSize, type WriteOutcome } from './batcher.ts';
import { steadyTime } from './steady-time.ts';
import type { TelemetryMessage, TelemetryWriter } from './telemetry-writer.ts';

/** A record of a topic, the same one however often it is sent. */
class RawRecord implements Batchable {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: RawHeaders & Record<string, string>;

  constructor(
    readonly message: TelemetryMessage,
    source: RawHeaders['source'],
    arrivalId: string,
  ) {
    this.key = message.deviceName;
    this.value = message.payload;
    const { deviceKey, login, receivedAt, topic, tooLarge } = message;
    this.headers = {
      arrivalId,
      deviceKey: String(deviceKey),
      ...(login !== undefined && { login }),
      receivedAt: String(receivedAt),
      steadyAt: steadyTimeText(steadyTime()),
      source,
      ...(topic !== undefined && { topic }),
      ...(tooLarge !== undefined && { tooLarge: String(tooLarge) }),
    };
    if (message.isTest) this.headers['test'] = 'true';
  }

  settle(outcome: WriteOutcome): void {
    this.message.settle(outcome);
  }
}

interface Options {
  readonly writesTo: typeof TOPICS.raw | typeof TOPICS.images;
  readonly source: RawHeaders['source'];
  /** The beginning of its metrics' names. */
  readonly metrics: string;
  readonly bufferSize: BufferSize;
}

/** Writes devices' messages into a topic as they came. */
export class KafkaTelemetry implements TelemetryWriter {
  private readonly batcher: Batcher<RawRecord>;
  private readonly roomListeners: (() => void)[] = [];
  /** Makes the arrival ids of this process differ from the ids of all others. */
  private readonly idPrefix = randomBytes(9).toString('base64url');
  private written = 0;
  private producer: KafkaProducer | undefined;
  private readonly seconds: Histogram;

  constructor(
    kafka: Kafka,
    lifecycle: Lifecycle,
    private readonly options: Options,
  ) {
    this.batcher = new Batcher(
      (records) => this.send(records),
      () => this.roomListeners.forEach((listener) => listener()),
      options.bufferSize,
    );
    lifecycle.onStart(async () => {
      // One request at a time keeps each device's messages in order.
      this.producer = await kafka.producer({ maxInFlightRequests: 1 });
    });
    this.seconds = new Histogram({
      name: `${options.metrics}_seconds`,
      help: 'From the arrival of the oldest message of a batch until Kafka has it',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30],
    });
    this.exposeDepth();
  }

  /** Provides a writer of an edge: its only one, unless it has a name. */
  static provider(
    options: Options,
    provide: typeof KafkaTelemetry | symbol = KafkaTelemetry,
  ): FactoryProvider<KafkaTelemetry> {
    return {
      provide,
      inject: [Kafka, Lifecycle],
      useFactory: (kafka: Kafka, lifecycle: Lifecycle) => new KafkaTelemetry(kafka, lifecycle, options),
    };
  }

  get hasRoom(): boolean {
    return this.batcher.hasRoom;
  }

  /** When the first message that Kafka doesn't have yet arrived, epoch milliseconds. */
  get waitingSince(): number | undefined {
    return this.batcher.oldest?.message.receivedAt;
  }

  write(message: TelemetryMessage): void {
    const arrivalId = `${this.idPrefix}-${(this.written++).toString(36)}`;
    this.batcher.add(new RawRecord(message, this.options.source, arrivalId));
  }

  onRoom(listener: () => void): void {
    this.roomListeners.push(listener);
  }

  /** Waits until Kafka has all messages, no longer than `withinMs`. Returns how many it doesn't have. */
  flush(withinMs: number): Promise<number> {
    return this.batcher.flush(withinMs);
  }

  private async send(records: RawRecord[]): Promise<void> {
    await this.producer!.send(this.options.writesTo, records);
    this.seconds.observe((Date.now() - records[0]!.message.receivedAt) / 1_000);
  }

  private exposeDepth(): void {
    const { batcher, options } = this;
    new Gauge({
      name: `${options.metrics}_messages`,
      help: 'Messages that wait for Kafka',
      collect() {
        this.set(batcher.depth);
      },
    });
    new Gauge({
      name: `${options.metrics}_bytes`,
      help: 'Bytes of the messages that wait for Kafka',
      collect() {
        this.set(batcher.depthBytes);
      },
    });
  }
}
