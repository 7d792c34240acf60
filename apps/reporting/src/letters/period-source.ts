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
  /** The first instant after the period. */
  readonly to: Date;
}

const inWords = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });

/** The rows of a step through a log, and the place where the next step begins; null: this was the last one. */
interface Step<Found> {
  readonly found: Found[];
  readonly next: Place | null;
}

/** The devices or rights of a user have changed since the report was begun: it has to be written anew. */
export class ScopeChanged extends Error {
  override name = 'ScopeChanged';
}

/** The alert log and the event log of periods, on the devices that a user may see. */
@Injectable()
export class PeriodSource {
  constructor(private readonly asker: Asker) {}

  of(actor: Actor, period: Period): PeriodReading {
    return new PeriodReading(this.asker, actor, period);
  }
}

/** Reads a period's logs in steps, all about the same devices. Alerting is asked in the user's name. */
export class PeriodReading {
  /** The devices of the steps so far. */
  private devices: string | undefined;

  constructor(
    private readonly asker: Asker,
    private readonly actor: Actor,
    private readonly period: Period,
  ) {}

  /** @throws ScopeChanged */
  entries(): AsyncGenerator<ReportedEntry[]> {
    const { actor } = this;
    return steps(async (after) => {
      const asked = { ...inWords(this.period), after };
      const { entries: found, next, devices } = await this.asker.ask(periodLog.entries, asked, { actor });
      this.compare(devices);
      return { found, next };
    });
  }

  /** @throws ScopeChanged */
  occurrences(): AsyncGenerator<ReportedOccurrence[]> {
    const { actor } = this;
    return steps(async (after) => {
      const asked = { ...inWords(this.period), after };
      const answer = await this.asker.ask(periodLog.occurrences, asked, { actor });
      this.compare(answer.devices);
      return { found: answer.occurrences, next: answer.next };
    });
  }

  /** @throws ScopeChanged if the user sees other devices by now */
  async confirm(): Promise<void> {
    this.compare((await this.asker.ask(periodLog.scope, {}, { actor: this.actor })).devices);
  }

  private compare(devices: string): void {
    this.devices ??= devices;
    if (devices !== this.devices) throw new ScopeChanged();
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
