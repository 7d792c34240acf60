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

/** A step through a log, and the place behind it; null: it was the last one. */
interface Step<Found> {
  readonly found: Found[];
  readonly next: Place | null;
}

/** The alert log and the event log of a period, on the devices that a user may see, in steps. Alerting is asked as the user. */
@Injectable()
export class PeriodSource {
  constructor(private readonly asker: Asker) {}

  entries(actor: Actor, period: Period): AsyncGenerator<ReportedEntry[]> {
    return steps(async (after) => {
      const asked = { ...inWords(period), after };
      const { entries: found, next } = await this.asker.ask(periodLog.entries, asked, { actor });
      return { found, next };
    });
  }

  occurrences(actor: Actor, period: Period): AsyncGenerator<ReportedOccurrence[]> {
    return steps(async (after) => {
      const asked = { ...inWords(period), after };
      const { occurrences: found, next } = await this.asker.ask(periodLog.occurrences, asked, { actor });
      return { found, next };
    });
  }
}

async function* steps<Found>(ask: (after: Place | null) => Promise<Step<Found>>): AsyncGenerator<Found[]> {
  let after: Place | null = null;
  do {
    const { found, next }: Step<Found> = await ask(after);
    yield found;
    after = next;
  } while (after !== null);
}
