import { Injectable } from '@nestjs/common';
import type { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import {
  arrivalIdOf,
  deviceKeyOf,
  receivedAtOf,
  sourceOf,
  tooLargeOf,
  topicOf,
} from '@telemon/contracts/raw-headers';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { logger } from '@telemon/platform/logging';
import type { RawMessage } from './raw-message.ts';
import { deadLetters } from './readings.metrics.ts';

const KEPT_BYTES = 4_096;
const SENT_AT_ONCE = 100;
/** At most one log line in this time, ms. */
const LOG_INTERVAL_MS = 1_000;

/** A refused message, with the reason. */
export interface Refused {
  message: RawMessage;
  content: DeadLetter['content'];
  deviceName: string | null;
  /** One of a few fixed words, for the metric. */
  kind: 'unreadable' | 'unknown-device' | 'former-device' | 'former-login' | 'expired';
  reason: string;
}

const deadLetterOf = ({ message, content, deviceName, reason }: Refused): DeadLetter => {
  const payload = message.value ?? Buffer.alloc(0);
  const topic = topicOf(message);
  return {
    deviceName,
    deviceKey: deviceKeyOf(message),
    source: sourceOf(message),
    content,
    ...(topic !== null && { topic }),
    reason,
    // Operators look for a dead letter by time.
    receivedAt: receivedAtOf(message) ?? Date.now(),
    arrivalId: arrivalIdOf(message),
    payload: payload.subarray(0, KEPT_BYTES).toString('base64'),
    payloadBytes: tooLargeOf(message) ?? payload.length,
  };
};

/** Sends refused messages to the topic of dead letters, with the reason, so that they don't block the partition. */
@Injectable()
export class DeadLetters {
  private producer: Promise<KafkaProducer> | undefined;
  private unlogged = 0;
  private loggedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly kafka: Kafka) {}

  async send(refused: readonly Refused[]): Promise<void> {
    if (refused.length === 0) return;
    const producer = await (this.producer ??= this.kafka.producer());
    for (let from = 0; from < refused.length; from += SENT_AT_ONCE) {
      await producer.send(
        TOPICS.deadLetters,
        refused.slice(from, from + SENT_AT_ONCE).map((each) => ({
          key: each.deviceName,
          value: JSON.stringify(deadLetterOf(each)),
        })),
      );
    }
    for (const { kind } of refused) deadLetters.inc({ reason: kind });
    this.log(refused);
  }

  private log(refused: readonly Refused[]): void {
    this.unlogged += refused.length;
    if (performance.now() - this.loggedAt < LOG_INTERVAL_MS) return;
    const { deviceName, reason } = refused[0]!;
    logger.warn({ messages: this.unlogged, deviceName, reason }, 'refused messages, one for this reason');
    this.unlogged = 0;
    this.loggedAt = performance.now();
  }
}
