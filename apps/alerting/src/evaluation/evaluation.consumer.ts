import { Injectable } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import type { KafkaConsumer } from '@telemon/platform/kafka/kafka-consumer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Decisions } from './decisions.ts';
import { type Heard, type ReadingsMessage, heardIn } from './decode.ts';
import { evaluatedAfter, malformedMessages, readingsEvaluated } from './evaluation.metrics.ts';
import { Partitions } from './partitions.ts';

/** How often offsets are committed, after the decisions are written, ms. */
const SETTLE_INTERVAL_MS = 500;

/** Consumes the treated readings and the heartbeats between them, and compares them with alerts and events, batch by batch. */
@Injectable()
export class EvaluationConsumer {
  private consumer: KafkaConsumer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly partitions: Partitions,
    private readonly decisions: Decisions,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.consumer?.stop());
  }

  private async start(): Promise<void> {
    await this.partitions.learn();
    this.consumer = await this.kafka.consume({
      topic: TOPICS.readings,
      group: 'telemon-alerting',
      handle: (batch) => this.handle(batch),
      settle: () => this.decisions.settle(),
      commitIntervalMs: SETTLE_INTERVAL_MS,
      // Another replica may have had the partition meanwhile.
      onAssigned: () => this.decisions.markAllStale(),
    });
  }

  /** @throws if the readings could not be compared; then the same messages have to be delivered again. */
  async handle({
    partition,
    messages,
  }: Pick<MessageBatch, 'partition'> & { messages: ReadingsMessage[] }): Promise<void> {
    const heard = messages.flatMap((message) => this.read(message));
    await this.decisions.take(partition, heard);
    readingsEvaluated.inc(heard.reduce((count, { readings }) => count + readings.length, 0));
    const newest = heard.findLast(({ readings }) => readings.length > 0)?.readings.at(-1);
    if (newest) evaluatedAfter.observe((Date.now() - newest.receivedAt) / 1_000);
  }

  private read(message: ReadingsMessage): Heard[] {
    const heard = heardIn(message);
    if (heard) return [heard];
    const { value, offset } = message;
    malformedMessages.inc();
    logger.error({ offset, bytes: value?.length ?? 0 }, 'readings not understood');
    return [];
  }
}
