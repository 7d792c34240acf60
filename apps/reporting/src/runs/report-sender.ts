import { Inject, Injectable } from '@nestjs/common';
import { MOST_USERS_ASKED } from '@telemon/contracts/auth/users';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { TRIED_FOR_MS, waitAfter } from '@telemon/platform/back-off';
import { failureOf, reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { MailClient, type MailOutcome } from '@telemon/platform/mail/mail-client';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { processName } from '@telemon/platform/process-name';
import { untilAnswered } from '@telemon/platform/until-answered';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AutoReportsService } from '../auto-reports/auto-reports.service.ts';
import type { ReportingVariables } from '../config.ts';
import { ScopeChanged } from '../letters/period-source.ts';
import { type WrittenReport, ReportWriter } from '../letters/report-writer.ts';
import { type Recipient, Recipients } from './recipients.ts';
import type { RunDocument } from './run-document.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { RunsRepository } from './runs.repository.ts';

/**
 * How long one message may take, ms. A mail server may look at a message for ten minutes before it answers (RFC 5321, 4.5.3.2.6). If Telemon
 * gave up earlier, the server would get the message again and again.
 */
const SEND_TIMEOUT_MS = 12 * MINUTE_MS;
/** Far longer than the pause between two renewals, ms. */
const LEASE_MS = 60_000;
/** How often the claims are renewed while reports are written and sent, ms. */
const RENEWED_EVERY_MS = 15_000;
/** Reports that a process writes at the same time. */
const WRITTEN_AT_ONCE = 4;
/** Messages that a process sends at the same time, so that a slow mail server holds up only these. Each takes up to 7 MB of memory. */
const SENT_AT_ONCE = 16;
/** A run fails after this many claims in a row that were cut off: the run may be what kills its process. */
const MOST_CUT_OFF = 10;
/** How long a process that ends waits for its runs in hand, ms; it has a few seconds in all. */
const STOP_WITHIN_MS = 5_000;

const reportsByOutcome = new Counter({
  name: 'reporting_reports_total',
  help: 'Attempts to send a report, by outcome',
  labelNames: ['outcome'],
});

/** A written report with the recipient for whom it was written. */
interface Written {
  readonly letter: WrittenReport;
  readonly recipient: Recipient;
}

/**
 * Sends the waiting runs. A claim lasts for a while and has a number that only grows, so that a process which was stopped for longer neither
 * hands its message over nor writes an outcome.
 */
@Injectable()
export class ReportSender {
  private readonly holder: string;
  private readonly mail: MailClient;
  /** The runs in hand, whose claims are renewed, and when they were claimed, by the process's own time. */
  private readonly inHand = new Map<RunDocument, number>();
  private readonly writing = new Set<Promise<void>>();
  private readonly sending = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly runs: RunsRepository,
    private readonly files: KeptFiles,
    private readonly reports: AutoReportsService,
    private readonly recipients: Recipients,
    private readonly writer: ReportWriter,
    @Inject(CONFIG) config: Pick<ReportingVariables, 'SMTP_URL' | 'SMTP_FROM' | 'HEALTH_PORT'>,
    lifecycle: Lifecycle,
  ) {
    this.mail = new MailClient(config, { atOnce: SENT_AT_ONCE, timeoutMs: SEND_TIMEOUT_MS });
    this.holder = processName(config);
    const renewing = setInterval(() => this.renew(), RENEWED_EVERY_MS).unref();
    lifecycle.onStart(async () => void (await untilAnswered(() => this.runs.freeFrom(this.holder))));
    lifecycle.onStop(async () => {
      this.stopping.abort();
      await Promise.race([this.idle(), delay(STOP_WITHIN_MS, undefined, { ref: false })]);
      clearInterval(renewing);
      this.mail.close();
    });
  }

  /** Begins to send the waiting runs in the free places; slow runs in other places don't hold them up. */
  nudge(): void {
    while (this.writing.size < WRITTEN_AT_ONCE) track(this.writing, this.work());
  }

  /** Sends the runs that wait, until none is left. */
  async pass(): Promise<void> {
    this.nudge();
    await this.idle();
  }

  /** Sends a run that this process has claimed. */
  async send(run: RunDocument): Promise<void> {
    const written = await this.write(run);
    if (written !== null) await this.handOver(run, written);
  }

  /** Removes the plans, runs and files of deleted users. Auth is asked about a limited number of users at a time. */
  async forgetDeleted(): Promise<void> {
    for (const source of [this.reports, this.runs]) {
      for (let last = ''; ;) {
        const some = await source.usersAfter(last, MOST_USERS_ASKED);
        for (const userId of await this.recipients.goneOf(some)) await this.forget(userId);
        if (some.length < MOST_USERS_ASKED) break;
        last = some.at(-1)!;
      }
    }
  }

  /** Writes the runs that wait, one after the other, and has each sent in a place of its own. */
  private async work(): Promise<void> {
    try {
      while (!this.stopping.signal.aborted) {
        const run = await this.runs.claim(this.holder, LEASE_MS);
        if (run === null) return;
        const written = await this.write(run);
        if (written === null) continue;
        while (this.sending.size >= SENT_AT_ONCE) await Promise.race(this.sending);
        track(this.sending, this.handOver(run, written));
      }
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'reports wait');
    }
  }

  /** Writes the report of a run, which is in hand until it is handed over; null if there is nothing to send. */
  private async write(run: RunDocument): Promise<Written | null> {
    this.inHand.set(run, performance.now());
    let written: Written | null = null;
    try {
      if (run.fence - run.endedFence > MOST_CUT_OFF) {
        await this.fail(run, run.reason ?? 'It was begun again and again, and never came to an end', null);
        return null;
      }
      const recipient = await this.recipients.find(run.userId);
      if (recipient === null) await this.forget(run.userId, run);
      else written = { letter: await this.writer.write(run, recipient), recipient };
    } catch (error) {
      await this.putOffAfter(run, error);
    } finally {
      if (written === null) this.inHand.delete(run);
    }
    return written;
  }

  /** Sends a written report, if its recipient may still see all of it. */
  private async handOver(run: RunDocument, { letter, recipient }: Written): Promise<void> {
    try {
      const present = await this.recipients.find(run.userId);
      if (present === null) return await this.forget(run.userId, run);
      if (!isDeepStrictEqual(present, recipient)) throw new ScopeChanged();
      await letter.confirm();
      let outcome = await this.sendUnlessLost(run, letter.mail);
      if (outcome?.kind === 'refused' && outcome.isTooLarge && letter.linkedMail !== null)
        outcome = await this.sendUnlessLost(run, letter.linkedMail);
      if (outcome !== null) await this.note(run, outcome, letter.fileBytes);
    } catch (error) {
      await this.putOffAfter(run, error);
    } finally {
      this.inHand.delete(run);
    }
  }

  /** Null if another process has a newer claim, whose report has a spreadsheet of its own. */
  private async sendUnlessLost(run: RunDocument, mail: WrittenReport['mail']): Promise<MailOutcome | null> {
    if (await this.runs.begin(run, LEASE_MS)) return this.mail.send(mail);
    await this.removeFiles(run);
    return null;
  }

  private async note(run: RunDocument, outcome: MailOutcome, fileBytes: number): Promise<void> {
    reportsByOutcome.inc({ outcome: outcome.kind });
    if (outcome.kind === 'failed')
      return this.putOff(run, outcome.reason, outcome.mayHaveArrived || run.mayHaveArrived);
    if (outcome.kind === 'refused') return this.fail(run, outcome.reason, run.mayHaveArrived);
    await untilAnswered(() => this.runs.markSent(run, fileBytes));
    await this.removeFiles(run);
  }

  private async putOffAfter(run: RunDocument, error: unknown): Promise<void> {
    if (error instanceof ScopeChanged) return this.putOff(run, 'What its user may see has changed', null);
    const { code } = failureOf(error, { run: run._id });
    logger.warn({ run: run._id, code }, 'report waits');
    await this.putOff(run, 'Its content is not available right now', null);
  }

  /** @param mayHaveArrived null: as stored so far */
  private async putOff(run: RunDocument, reason: string, mayHaveArrived: boolean | null): Promise<void> {
    const tookMs = performance.now() - this.inHand.get(run)!;
    if (run.triedForMs + tookMs > TRIED_FOR_MS)
      return this.fail(run, `Given up after 24 hours: ${reason}`, mayHaveArrived);
    await this.removeFiles(run);
    const waitMs = waitAfter(run.failures + 1);
    await this.runs.putOff(run, { tookMs, waitMs, reason, mayHaveArrived });
  }

  private async fail(run: RunDocument, reason: string, mayHaveArrived: boolean | null): Promise<void> {
    await this.removeFiles(run);
    await this.runs.markFailed(run, { reason, mayHaveArrived });
  }

  /** Removes the files of earlier claims, and of this claim unless the run was sent under it. The process of a newer claim removes its own. */
  private async removeFiles(run: RunDocument): Promise<void> {
    const isFetched = await this.runs.isSentUnder(run);
    await this.files.remove([run._id], isFetched ? run.fence : run.fence + 1);
  }

  /**
   * Removes the plan, files and runs of a deleted user. The runs go last, so that an interrupted removal is repeated for the same runs.
   * @param run The one in hand, which another process may have removed already
   */
  private async forget(userId: string, run?: RunDocument): Promise<void> {
    await this.reports.remove(userId);
    await this.files.remove([...(await this.runs.idsOf(userId)), ...(run ? [run._id] : [])]);
    await this.runs.removeOf(userId);
  }

  private renew(): void {
    for (const run of this.inHand.keys()) {
      this.runs
        .renew(run, LEASE_MS)
        .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'claim of a report not renewed'));
    }
  }

  /** Resolves once nothing is in hand. */
  private async idle(): Promise<void> {
    while (this.writing.size + this.sending.size > 0) await Promise.all([...this.writing, ...this.sending]);
  }
}

/** Keeps work in a set until it ends. */
const track = (works: Set<Promise<void>>, work: Promise<void>): void => {
  const tracked: Promise<void> = work
    .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'reports wait'))
    .finally(() => works.delete(tracked));
  works.add(tracked);
};
