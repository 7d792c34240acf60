import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@telemon/contracts/durations';
import { Lease, type LeaseDocument } from '@telemon/platform/leases/lease';
import { runLeasedPasses } from '@telemon/platform/leases/leased-passes';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { LogsVariables } from '../config.ts';
import { LOGS, type LogName, firstIdFrom } from './log-row.ts';
import { LogRowsRepository } from './log-rows.repository.ts';

/** The pause between two passes, ms. */
const PASS_EVERY_MS = 15_000;

/** Removes rows that are older than `LOG_DAYS`, and the oldest rows if there are more than `LOG_ROWS`. */
@Injectable()
export class Trimming {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<LogsVariables, 'LOG_DAYS' | 'LOG_ROWS'>,
    private readonly repository: LogRowsRepository,
    private readonly mongo: Mongo,
    lifecycle: Lifecycle,
  ) {
    const lease = new Lease(mongo.collection<LeaseDocument>('leases'), 'trimming');
    runLeasedPasses(lease, lifecycle, {
      everyMs: PASS_EVERY_MS,
      pass: (signal) => this.pass(Date.now(), signal),
      failed: 'logs not trimmed',
    });
  }

  /** @param now Epoch milliseconds. */
  async pass(now: number, signal?: AbortSignal): Promise<void> {
    const { LOG_DAYS, LOG_ROWS } = this.config;
    const present = await this.mongo.noLaterThan(now);
    for (const log of LOGS) {
      await this.removeUpTo(log, firstIdFrom(present - LOG_DAYS * DAY_MS), signal);
      const last = await this.repository.lastBeyond(log, LOG_ROWS);
      if (last !== null) await this.removeUpTo(log, last, signal);
    }
  }

  private async removeUpTo(log: LogName, id: string, signal: AbortSignal | undefined): Promise<void> {
    for (let isDone = false; !isDone;) {
      signal?.throwIfAborted();
      ({ isDone } = await this.repository.removeSome(log, {}, id));
    }
  }
}
