import type { FactoryProvider } from '@nestjs/common';
import type { DeadLetter } from '@telemon/contracts/readings';
import type { TOPICS } from '@telemon/contracts/topics';
import { reasonOf } from '@telemon/platform/errors';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two messages to Kafka, ms. */
const TELL_EVERY_MS = 1_000;
/** Samples of known devices in one message; devices beyond them share one for each reason. */
const MOST_SAMPLES = 20;
/** Topics of which a device has a sample for each reason; others count to the first one. */
const MOST_TOPICS = 4;
/** This much of a payload is kept, bytes. */
const KEPT_BYTES = 1_024;
const KEPT_TOPIC_BYTES = 256;
/** How long a stop waits for Kafka, ms. */
const TOLD_WITHIN_MS = 500;

/** A message that an edge refuses before Kafka has it. */
export interface Refusal {
  /** In plain words, which users read in the log. */
  readonly reason: string;
  /** The name that it came under, or claims; null: none. */
  readonly deviceName: string | null;
  /** null: the sender is not known. Such refusals share a sample for each reason. */
  readonly deviceKey: number | null;
  /** Where it was published, if on none of the device's own topics. */
  readonly topic?: Buffer | undefined;
  readonly content?: DeadLetter['content'];
  readonly payload: Buffer;
  /** The size of the whole payload, if `payload` is only its beginning, bytes. */
  readonly bytes?: number;
}

type Sample = DeadLetter & { count: number };

/**
 * Hands what an edge refuses to the logs, as counted samples: one message to Kafka a second at most, over a connection of its own.
 * So a flood costs little, and no reading waits. While Kafka is away, the counts grow, and the samples stay as few.
 */
export class Refusals {
  /** Reason and device → the samples of a known device. */
  private own = new Map<string, Sample[]>();
  private ownCount = 0;
  /** Reason → a sample that counts the messages which no sample in `own` counts. */
  private shared = new Map<string, Sample>();
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> | undefined;
  private producer: KafkaProducer | undefined;
  /** Makes the ids of this process differ from the ids of all others. */
  private readonly idPrefix = randomBytes(9).toString('base64url');
  private sampled = 0;

  constructor(
    private readonly kafka: Pick<Kafka, 'producer'>,
    lifecycle: Lifecycle,
    private readonly options: {
      readonly source: DeadLetter['source'];
      readonly writesTo: typeof TOPICS.deadLetters;
    },
  ) {
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.tell(), TELL_EVERY_MS);
    });
    lifecycle.onStop(() => this.stop());
  }

  /** Provides the refusals of an edge. */
  static provider(options: Refusals['options']): FactoryProvider<Refusals> {
    return {
      provide: Refusals,
      inject: [Kafka, Lifecycle],
      useFactory: (kafka: Kafka, lifecycle: Lifecycle) => new Refusals(kafka, lifecycle, options),
    };
  }

  add(refusal: Refusal): void {
    const { reason, deviceKey } = refusal;
    if (deviceKey !== null && this.addOwn(refusal)) return;
    const shared = this.shared.get(reason);
    if (shared) shared.count++;
    // A device's manager must not see the count of others.
    else this.shared.set(reason, this.sampleOf(refusal, null));
  }

  /** @returns False if the device has no sample, and there is no room for one. */
  private addOwn(refusal: Refusal): boolean {
    const { reason, deviceName, deviceKey } = refusal;
    const key = `${reason} ${deviceName}`;
    const samples = this.own.get(key) ?? [];
    const topic = textOf(refusal.topic);
    const hasRoom = this.ownCount < MOST_SAMPLES && samples.length < MOST_TOPICS;
    const sample = samples.find((other) => other.topic === topic) ?? (hasRoom ? undefined : samples[0]);
    if (sample) sample.count++;
    else if (hasRoom) {
      this.own.set(key, [...samples, this.sampleOf(refusal, deviceKey)]);
      this.ownCount++;
    }
    return sample !== undefined || hasRoom;
  }

  private sampleOf({ payload, topic, ...refusal }: Refusal, deviceKey: number | null): Sample {
    const { reason, deviceName, content = 'telemetry', bytes = payload.length } = refusal;
    return {
      deviceName,
      deviceKey,
      source: this.options.source,
      content,
      ...(topic && { topic: textOf(topic) }),
      count: 1,
      reason,
      receivedAt: Date.now(),
      arrivalId: `${this.idPrefix}-r${(this.sampled++).toString(36)}`,
      // A copy: the payload is a view of bytes that will change.
      payload: payload.toString('base64', 0, KEPT_BYTES),
      payloadBytes: bytes,
    };
  }

  private tell(): void {
    if (this.telling) return;
    const samples = [...this.own.values()].flat().concat(...this.shared.values());
    if (samples.length === 0) return;
    this.own = new Map();
    this.ownCount = 0;
    this.shared = new Map();
    this.telling = this.send(samples).finally(() => (this.telling = undefined));
  }

  private async send(samples: readonly Sample[]): Promise<void> {
    try {
      this.producer ??= await this.kafka.producer();
      await this.producer.send(
        this.options.writesTo,
        samples.map((sample) => ({ key: sample.deviceName, value: JSON.stringify(sample) })),
      );
    } catch (error) {
      logger.warn({ samples: samples.length, reason: reasonOf(error) }, 'refusals not logged');
    }
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    this.tell();
    await Promise.race([this.telling, delay(TOLD_WITHIN_MS, undefined, { ref: false })]);
  }
}

/** The beginning of a topic. */
const textOf = (topic: Buffer | undefined): string | undefined =>
  topic?.toString('utf8', 0, KEPT_TOPIC_BYTES);
