import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import {
  type Place,
  type ReportedEntry,
  type ReportedOccurrence,
  periodLog,
} from '@telemon/contracts/alerting/period-log';
import { Asker } from '@telemon/platform/messaging/asker';

export interface Period {
  readonly from: Date;
  /** The first instant behind it. */
  readonly to: Date;
}

const inWords = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });

/** What alerting has logged in a period on the devices that a user may see, in steps. It is asked as the user. */
@Injectable()
export class PeriodSource {
  constructor(private readonly asker: Asker) {}

  async *entries(actor: Actor, period: Period): AsyncGenerator<ReportedEntry[]> {
    let after: Place | null = null;
    do {
      const { entries, next }: { entries: ReportedEntry[]; next: Place | null } = await this.asker.ask(
        periodLog.entries,
        { ...inWords(period), after },
        { actor },
      );
      yield entries;
      after = next;
    } while (after !== null);
  }

  async *occurrences(actor: Actor, period: Period): AsyncGenerator<ReportedOccurrence[]> {
    let after: Place | null = null;
    do {
      const answer: { occurrences: ReportedOccurrence[]; next: Place | null } = await this.asker.ask(
        periodLog.occurrences,
        { ...inWords(period), after },
        { actor },
      );
      yield answer.occurrences;
      after = answer.next;
    } while (after !== null);
  }
}
