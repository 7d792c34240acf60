import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { Batch, KafkaConsumer } from '@telemon/platform/kafka/kafka-consumer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { decode } from './decode.ts';
import { Evaluation } from './evaluate.ts';
import { evaluatedAfter, malformedMessages, readingsEvaluated } from './evaluation.metrics.ts';
import { FiringService } from './firing.service.ts';
import { RuleBook } from './rule-book.ts';

type Message = Pick<Batch['messages'][number], 'value' | 'offset'>;

/** Compares readings with alerts as they come, one batch after the other. */
@Injectable()
export class ReadingsConsumer {
  private consumer: KafkaConsumer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly rules: RuleBook,
    private readonly firing: FiringService,
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
      // Another replica may have had the partition meanwhile.
      onAssigned: () => this.rules.markAllStale(),
    });
  }

  /** Throws where a decision could not be written down; then the same messages are to come again. */
  async handle(messages: Message[]): Promise<void> {
    await this.rules.freshen();
    const now = Date.now();
    const evaluation = new Evaluation(this.rules.watched, now);
    for (const readings of this.decoded(messages)) {
      for (const reading of readings) evaluation.add(reading);
      readingsEvaluated.inc(readings.length);
      const newest = readings.at(-1);
      if (newest) evaluatedAfter.observe((Date.now() - newest.receivedAt) / 1_000);
    }
    if (evaluation.changes.size > 0) await this.write(evaluation);
    evaluation.settle();
  }

  private async write(evaluation: Evaluation): Promise<void> {
    try {
      await this.firing.write([...evaluation.changes.values()]);
    } catch (error) {
      evaluation.takeBack();
      this.rules.markStale(evaluation.changes.keys());
      throw error;
    }
  }

  private *decoded(messages: Message[]): Generator<Reading[]> {
    for (const { value, offset } of messages) {
      const readings = decode(value);
      if (readings) yield readings;
      else {
        malformedMessages.inc();
        logger.error({ offset, bytes: value?.length ?? 0 }, 'readings not understood');
      }
    }
  }
}
