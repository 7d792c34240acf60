import { Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import type { FollowUp } from '../delivery/announcement.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { Snoozes, snoozedAs } from '../delivery/snoozes.ts';
import { Sweep } from '../delivery/sweep.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { RemindersRepository } from './reminders.repository.ts';

/** Reminders of one entry. */
const MOST_REMINDERS = 10;
/** Entries whose recipients are reminded in one pass. */
const MOST_AT_ONCE = 200;

/**
 * Reminds the recipients of entries that are open and that nobody has acknowledged. When the next reminder is due stands in the entry;
 * the pass that finds it takes it in the transaction that stores its notices, so that of several processes one sends it.
 */
@Injectable()
export class Reminders {
  constructor(
    private readonly repository: RemindersRepository,
    private readonly notices: NoticesService,
    private readonly snoozes: Snoozes,
    private readonly mongo: Mongo,
    sweep: Sweep,
  ) {
    sweep.alsoDo(() => this.remind());
  }

  /** Stores the reminders that are due, and has them sent. */
  async remind(): Promise<void> {
    for (const entry of await this.repository.due(MOST_AT_ONCE)) {
      await this.remindOf(entry).catch((error: unknown) =>
        logger.warn({ entryId: entry._id, reason: reasonOf(error) }, 'reminder waits'),
      );
    }
  }

  private async remindOf(entry: Pick<AlertLogDocument, '_id' | 'alertId' | 'deviceName'>): Promise<void> {
    const { _id: entryId, alertId, deviceName } = entry;
    const snoozed = snoozedAs({ alertId: alertId ?? null, deviceName });
    const snoozedUntil = await this.snoozes.untilOf(snoozed, Date.now());
    if (snoozedUntil) return this.repository.putOff(entryId, snoozedUntil);
    const announced = await this.mongo.transaction(async (session) => {
      const number = await this.repository.take(entryId, MOST_REMINDERS, session);
      if (number === null) return [];
      const occasion = `${entryId} reminder ${number}`;
      return this.notices.follow([{ entryId, kind: 'reminder', occasion, say: sayAgain }], session);
    });
    this.notices.send(announced);
  }
}

/** The words of the notice that told the recipient about the entry. */
const sayAgain: FollowUp['say'] = ({ headline, text, details, receivedAt }) => ({
  headline: `Reminder: ${headline}`,
  text: `Reminder, nobody has acknowledged this yet: ${text}`,
  details,
  receivedAt,
});
