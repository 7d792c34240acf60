import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { noticesByOutcome } from './delivery.metrics.ts';
import { LimitsService } from './limits/limits.service.ts';
import { LiveAlerts } from './live-alerts.ts';
import type { NoticeDocument } from './notice.ts';
import { CHANNELS_OF_NOTICES } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Waker } from './waker.ts';

const COUNTED_AT_ONCE = 250;

/** Holds new notices against the limits, many at a time, and lets go those that fit. */
@Injectable()
export class Counting {
  private readonly ids = new Set<string>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly repository: NoticesRepository,
    private readonly limits: LimitsService,
    private readonly waker: Waker,
    private readonly live: LiveAlerts,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => this.running);
  }

  /** Counts these soon. Whatever keeps it from being done, the sweep finds them again. */
  add(ids: Iterable<string>): void {
    for (const id of ids) this.ids.add(id);
    this.running ??= this.run()
      .catch((error: Error) => logger.warn({ reason: error.message }, 'notices wait to be counted'))
      .finally(() => {
        this.running = undefined;
      });
  }

  private async run(): Promise<void> {
    while (this.ids.size > 0) {
      const ids = [...this.ids].slice(0, COUNTED_AT_ONCE);
      for (const id of ids) this.ids.delete(id);
      await this.count(ids);
    }
  }

  /** Counts each once, whoever else tries at the same time: the count and the notice change together. */
  async count(ids: string[]): Promise<void> {
    const { released, held } = await this.mongo.transaction(async (session) => {
      const notices = await this.repository.uncounted(ids, session);
      if (notices.length === 0) return { released: [], held: [] };
      const asking = notices.map(({ _id, deviceName, channel }) => ({ id: _id, deviceName, channel }));
      const reasons = await this.limits.count(asking, session);
      await this.repository.release(
        notices.map(({ _id }, index) => ({ id: _id, held: reasons[index]! })),
        session,
      );
      return {
        released: notices.filter((_, index) => reasons[index] === null),
        held: notices.filter((_, index) => reasons[index] !== null),
      };
    });
    for (const channel of CHANNELS_OF_NOTICES) this.waker.wake(channel, idsOf(released, channel));
    for (const notice of held) {
      noticesByOutcome.inc({ channel: notice.channel, outcome: 'held' });
      this.live.publish(notice, 'delivery');
    }
  }
}

const idsOf = (notices: NoticeDocument[], channel: string): string[] =>
  notices.filter((notice) => notice.channel === channel).map(({ _id }) => _id);
