import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import type { FollowUpAnnouncement } from '../delivery/announcement.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { type Reminder, ReminderNeed } from '../delivery/reminder-need.ts';
import { Snoozes, snoozedAs } from '../delivery/snoozes.ts';
import { Sweep } from '../delivery/sweep.ts';
import { RemindersRepository, type ToBeReminded } from './reminders.repository.ts';

/** Reminders of one entry. */
const MOST_REMINDERS = 10;
/** Entries whose recipients are reminded in one pass. */
const MOST_AT_ONCE = 200;
/** Why a reminder is not sent. */
const SETTLED = 'By then it was acknowledged or over';

/**
 * Reminds the recipients of entries that are open and not acknowledged. An entry holds the time of its next reminder. A pass that finds a due
 * reminder takes it in the transaction that stores its notices, so that only one of several processes sends it.
 */
@Injectable()
export class Reminders {
  constructor(
    private readonly repository: RemindersRepository,
    private readonly notices: NoticesService,
    private readonly snoozes: Snoozes,
    private readonly mongo: Mongo,
    sweep: Sweep,
    need: ReminderNeed,
  ) {
    need.judgedBy((reminders) => this.uselessAmong(reminders));
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

  private async uselessAmong(reminders: readonly Reminder[]): Promise<Map<string, string>> {
    const unsettled = await this.repository.unsettledAmong(reminders.map(({ entryId }) => entryId));
    const snoozed = await this.snoozes.reasonsOf(reminders.map(snoozedAs), Date.now());
    return new Map(
      reminders.flatMap((reminder) => {
        const reason = unsettled.has(reminder.entryId) ? snoozed.get(snoozedAs(reminder)) : SETTLED;
        return reason === undefined ? [] : [[reminder._id, reason]];
      }),
    );
  }

  private async remindOf(entry: ToBeReminded): Promise<void> {
    const { _id: entryId, remindEvery } = entry;
    const now = Date.now();
    const next = now + remindEvery * MINUTE_MS;
    const snoozedUntil = await this.snoozes.untilOf(snoozedAs(entry), now);
    // No longer, because the snooze may be ended before its time.
    if (snoozedUntil)
      return this.repository.putOff(entryId, new Date(Math.min(snoozedUntil.getTime(), next)));
    if (await this.notices.isUntold(entryId)) return this.repository.putOff(entryId, new Date(next));
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
const sayAgain: FollowUpAnnouncement['say'] = ({ headline, text, details, receivedAt }) => ({
  headline: `Reminder: ${headline}`,
  text: `Reminder, nobody has acknowledged this yet: ${text}`,
  details,
  receivedAt,
});
