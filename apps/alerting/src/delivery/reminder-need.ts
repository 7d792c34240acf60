import { Injectable } from '@nestjs/common';
import type { AlertNotice } from './notice.ts';

/** A reminder, as far as its need is judged. */
export type Reminder = Pick<AlertNotice, '_id' | 'kind' | 'entryId' | 'alertId' | 'deviceName'>;

/** Why a reminder is of no use any more, by the id of its notice. */
type Useless = ReadonlyMap<string, string>;

/** Asks the alert log, before reminders go out, whether they are still of use: they may have waited for their provider. */
@Injectable()
export class ReminderNeed {
  private judge: (reminders: readonly Reminder[]) => Promise<Useless> = () => Promise.resolve(new Map());

  /** Has another feature judge reminders. */
  judgedBy(judge: (reminders: readonly Reminder[]) => Promise<Useless>): void {
    this.judge = judge;
  }

  /** Judges the reminders among notices. */
  async uselessAmong(notices: readonly Reminder[]): Promise<Useless> {
    const reminders = notices.filter(({ kind }) => kind === 'reminder');
    return reminders.length === 0 ? new Map() : this.judge(reminders);
  }
}
