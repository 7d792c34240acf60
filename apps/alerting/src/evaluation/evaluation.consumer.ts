import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import type { KafkaConsumer } from '@telemon/platform/kafka/kafka-consumer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Decisions } from './decisions.ts';
import { decode } from './decode.ts';
import { evaluatedAfter, malformedMessages, readingsEvaluated } from './evaluation.metrics.ts';
import { RuleBook } from './rule-book.ts';

/** How often offsets are committed, after the decisions are written, ms. */
const SETTLE_INTERVAL_MS = 500;

type Message = Pick<MessageBatch['messages'][number], 'value' | 'offset'>;

/** Consumes the treated readings and compares them with alerts and events, batch by batch. */
@Injectable()
export class EvaluationConsumer {
  private consumer: KafkaConsumer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly rules: RuleBook,
    private readonly decisions: Decisions,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.consumer?.stop());
  }

  private async start(): Promise<void> {
    this.consumer = await this.kafka.consume({
      topic: TOPICS.readings,
      group: 'telemon-alerting',
      handle: (batch) => this.handle(batch.messages),
      settle: () => this.decisions.settle(),
      commitIntervalMs: SETTLE_INTERVAL_MS,
      // Another replica may have had the partition meanwhile.
      onAssigned: () => this.rules.markAllStale(),
    });
  }

  /** @throws if the readings could not be compared; then the same messages have to be delivered again. */
  async handle(messages: Message[]): Promise<void> {
    const readings = messages.flatMap((message) => this.read(message));
    await this.decisions.take(readings);
    readingsEvaluated.inc(readings.length);
    const newest = readings.at(-1);
    if (newest) evaluatedAfter.observe((Date.now() - newest.receivedAt) / 1_000);
  }

  private read({ value, offset }: Message): Reading[] {
    const readings = decode(value);
    if (readings) return readings;
    malformedMessages.inc();
    logger.error({ offset, bytes: value?.length ?? 0 }, 'readings not understood');
    return [];
  }
}
