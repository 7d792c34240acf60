import { Inject, Injectable } from '@nestjs/common';
import { NOT_SHOWN } from '@telemon/contracts/logs/message-logs';
import { TOPICS } from '@telemon/contracts/topics';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import type { LogsVariables } from '../config.ts';
import { fairShares } from './fair-shares.ts';
import { KnownRoutes } from './known-routes.ts';
import { LOGS, type LogName, arrivalOf, deviceOf, logOf, ofUnshown, rowOf, rowsOf } from './log-row.ts';
import { LogRowsRepository } from './log-rows.repository.ts';
import { RowBudget } from './row-budget.ts';

/** For how long messages are gathered into one batch, ms; a page asks for rows less often. */
const SHORTEST_BATCH_MS = 250;
/** Most bytes of a batch: at 220 a message, 12,000 messages a second, a little more than devices stores in time. */
const BATCH_BYTES = 655_360;
/** If more messages than this wait, the log skips them, and goes on with messages that arrive from then on. */
const MOST_WAITING = 20_000;
/** If so many messages wait although the first one arrived less than this ago, ms, they arrive faster than the log reads. */
const FAST_MS = 5_000;
/** How long the log then pauses, ms, to leave the processors to the services that store readings and send alerts. */
const REST_MS = 10_000;
/** Messages that are not shown share one row for this long, ms. */
const UNSHOWN_TOGETHER_MS = 10_000;

/** The reasons that rows in place of messages show. */
export const MORE_THAN_KEPT = `${NOT_SHOWN}more arrived than the log keeps`;
export const TOO_FAR_BEHIND = `${NOT_SHOWN}the log was too far behind; of MQTT and UDP together`;

const unshown = new Counter({
  name: 'telemon_log_messages_not_shown_total',
  help: 'Messages without a row in the MQTT or the UDP log',
  labelNames: ['log'],
});

/**
 * Keeps a row for each message of `telemetry.raw`; the devices service stores the readings. If more messages arrive than a log may have
 * rows in a second, a row stands for several messages of its device, so that the cost stays low.
 */
@Injectable()
export class ArrivalsConsumer {
  private readonly budgets: Record<LogName, RowBudget>;

  constructor(
    @Inject(CONFIG) { LOG_ROWS_A_SECOND }: LogsVariables,
    private readonly kafka: Kafka,
    private readonly repository: LogRowsRepository,
    private readonly routes: KnownRoutes,
    lifecycle: Lifecycle,
  ) {
    const budget = () => new RowBudget(LOG_ROWS_A_SECOND, performance.now());
    this.budgets = { mqtt: budget(), udp: budget() };
    if (LOG_ROWS_A_SECOND > 0) lifecycle.onStart(() => this.start());
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      topic: TOPICS.raw,
      group: 'telemon-logs-arrivals',
      handle: (batch) => this.keep(batch),
      shortestBatchMs: SHORTEST_BATCH_MS,
      maxBytesPerPartition: BATCH_BYTES,
      maxWaitTimeInMs: 1_000,
    });
  }

  /** Keeps the rows of a batch, or skips the batch and all messages behind it. After a failure, it may count unshown messages twice. */
  async keep(batch: MessageBatch): Promise<void> {
    if (await this.isSkipped(batch)) return;
    const byLog = Map.groupBy(batch.messages, logOf);
    for (const log of LOGS) {
      const messages = byLog.get(log);
      if (messages) await this.keepIn(log, messages);
    }
  }

  /** Makes rows only for messages that the log shows, because far more may arrive. */
  private async keepIn(log: LogName, messages: MessageBatch['messages']): Promise<void> {
    const budget = this.budgets[log];
    const shares = fairShares(messages, budget.available(performance.now()), deviceOf);
    const kept = rowsOf(
      log,
      shares.kept.flatMap(({ message, count }) =>
        this.routes.rowsOf({ log, row: rowOf(log, message, count) }),
      ),
    );
    await this.repository.keep(log, kept);
    budget.spend(kept.length);
    const from = arrivalOf(rowOf(log, messages[0]!, 1)).getTime();
    await this.countUnshown(log, from, shares.unshown, MORE_THAN_KEPT);
  }

  /** Whether too many messages wait, so that the log skips the batch and all messages behind it. */
  private async isSkipped({ messages, behind = 0, skipBehind }: MessageBatch): Promise<boolean> {
    if (behind <= MOST_WAITING) return false;
    const sentAt = Number(messages[0]!.timestamp);
    for (const log of LOGS) await this.countUnshown(log, sentAt, messages.length + behind, TOO_FAR_BEHIND);
    skipBehind?.(Date.now() - sentAt < FAST_MS ? REST_MS : 0);
    return true;
  }

  private async countUnshown(log: LogName, at: number, count: number, reason: string): Promise<void> {
    if (count === 0) return;
    const row = ofUnshown(Math.floor(at / UNSHOWN_TOGETHER_MS) * UNSHOWN_TOGETHER_MS, reason);
    await this.repository.addUnshown(log, { ...row, count });
    unshown.inc({ log }, count);
  }
}
