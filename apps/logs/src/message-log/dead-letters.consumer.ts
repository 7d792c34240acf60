import { Injectable } from '@nestjs/common';
import { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Counter } from '@telemon/platform/metrics';
import { KnownRoutes } from './known-routes.ts';
import { LOGS, type Logged, ofDeadLetter, rowsOf } from './log-row.ts';
import { LogRowsRepository } from './log-rows.repository.ts';
import { RejectionLines } from './rejection-lines.ts';

const rejected = new Counter({
  name: 'telemon_payloads_rejected_total',
  help: 'Payloads without a readable reading',
  labelNames: ['source'],
});

/** Adds to the logs why a message was refused, by the devices service or by an edge; idempotent. */
@Injectable()
export class DeadLettersConsumer {
  private readonly lines = new RejectionLines(() => performance.now());

  constructor(
    private readonly kafka: Kafka,
    private readonly repository: LogRowsRepository,
    private readonly routes: KnownRoutes,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      topic: TOPICS.deadLetters,
      group: 'telemon-logs',
      handle: (batch) => this.keep(batch),
    });
  }

  /** Idempotent. */
  async keep({ messages }: MessageBatch): Promise<void> {
    const letters = messages
      .map(({ value, offset }) => deadLetterOf(value, offset))
      .filter((letter) => letter !== null);
    const logged = letters.flatMap((letter) => this.rowsOf(letter));
    for (const log of LOGS) await this.repository.refuse(log, rowsOf(log, logged));
    // The edges count and log the messages that they refuse.
    const ofDevicesService = letters.filter(({ count }) => count === undefined);
    for (const { source } of ofDevicesService) rejected.inc({ source });
    this.lines.tell(ofDevicesService);
  }

  private rowsOf(letter: DeadLetter): Logged[] {
    const logged = ofDeadLetter(letter);
    // A message that an edge refuses reaches no UDP route.
    return letter.count === undefined ? this.routes.rowsOf(logged) : [logged];
  }
}

const deadLetterOf = (value: Buffer | null, offset: string): DeadLetter | null => {
  try {
    return DeadLetter.parse(JSON.parse(String(value)));
  } catch (error) {
    logger.error({ offset, reason: (error as Error).name }, 'dead letter malformed');
    return null;
  }
};
