import { Inject, Injectable } from '@nestjs/common';
import { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import type { LogsVariables } from '../config.ts';
import { RejectionLines } from './rejection-lines.ts';
import { rowOf } from './rejection-row.ts';
import { RejectionsRepository } from './rejections.repository.ts';

/** How often the logs are trimmed to their limit of rows, ms. */
const TRIM_INTERVAL_MS = 60_000;
const SOURCES = ['mqtt', 'udp'] as const;

const rejected = new Counter({
  name: 'telemon_payloads_rejected_total',
  help: 'Payloads without a readable reading',
  labelNames: ['source'],
});

/** Keeps the dead letters of the devices service, with the reason; idempotent. */
@Injectable()
export class RejectionsConsumer {
  private readonly lines = new RejectionLines(() => performance.now());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: LogsVariables,
    private readonly kafka: Kafka,
    private readonly repository: RejectionsRepository,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => clearInterval(this.timer));
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      topic: TOPICS.deadLetters,
      group: 'telemon-logs',
      handle: (batch) => this.keep(batch),
    });
    this.timer = setInterval(() => void this.trim(), TRIM_INTERVAL_MS);
  }

  private async keep({ messages }: MessageBatch): Promise<void> {
    const deadLetters = messages
      .map(({ value, offset }) => deadLetterOf(value, offset))
      .filter((deadLetter) => !!deadLetter);
    for (const source of SOURCES) {
      const ofSource = deadLetters.filter((deadLetter) => deadLetter.source === source);
      await this.repository.keep(
        source,
        ofSource.map((deadLetter) => rowOf(deadLetter, this.config.LOG_DAYS)),
      );
      rejected.inc({ source }, ofSource.length);
    }
    this.lines.tell(deadLetters);
  }

  private async trim(): Promise<void> {
    try {
      for (const source of SOURCES) await this.repository.trim(source, this.config.LOG_ROWS);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'logs not trimmed');
    }
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
