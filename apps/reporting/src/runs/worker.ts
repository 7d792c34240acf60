import { Inject, Injectable } from '@nestjs/common';
import { TRIED_FOR_MS, waitAfter } from '@telemon/platform/back-off';
import { failureOf, reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { MailClient, type MailOutcome } from '@telemon/platform/mail/mail-client';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { processName } from '@telemon/platform/process-name';
import { untilAnswered } from '@telemon/platform/until-answered';
import { AutoReportsRepository } from '../auto-reports/auto-reports.repository.ts';
import type { ReportingVariables } from '../config.ts';
import { ReportWriter } from '../letters/report-writer.ts';
import { Recipients } from './recipients.ts';
import type { RunDocument } from './run-document.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { RunsRepository } from './runs.repository.ts';

/** How long one message may take, ms. */
const SEND_TIMEOUT_MS = 40_000;
/** Longer than sending a report takes, ms. */
const LEASE_MS = 60_000;
/** How often the claim is renewed while a long report is written, ms. */
const RENEWED_EVERY_MS = 15_000;
/** Runs that a process has at hand at the same time. */
const AT_ONCE = 4;

const reportsByOutcome = new Counter({
  name: 'reporting_reports_total',
  help: 'Attempts to send a report, by outcome',
  labelNames: ['outcome'],
});

/**
 * Sends the waiting runs. A run is claimed for a while under a number that only grows, so that a process that was stopped for
 * longer neither hands its message over nor writes an outcome.
 */
@Injectable()
export class Worker {
  private readonly holder: string;
  private readonly mail: MailClient;

  constructor(
    private readonly runs: RunsRepository,
    private readonly files: KeptFiles,
    private readonly reports: AutoReportsRepository,
    private readonly recipients: Recipients,
    private readonly writer: ReportWriter,
    @Inject(CONFIG) config: Pick<ReportingVariables, 'SMTP_URL' | 'SMTP_FROM' | 'HEALTH_PORT'>,
    lifecycle: Lifecycle,
  ) {
    this.mail = new MailClient(config, { atOnce: AT_ONCE, timeoutMs: SEND_TIMEOUT_MS });
    this.holder = processName(config);
    lifecycle.onStart(async () => void (await untilAnswered(() => this.runs.freeFrom(this.holder))));
    lifecycle.onStop(() => this.mail.close());
  }

  /** Sends the runs that wait, until none is left; once the signal aborts, it claims no further one. */
  async pass(signal?: AbortSignal): Promise<void> {
    const work = async (): Promise<void> => {
      for (;;) {
        const run = signal?.aborted ? null : await this.runs.claim(this.holder, LEASE_MS);
        if (run === null) return;
        await this.send(run);
      }
    };
    // One that fails ends no other, and the pass ends after all.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  /** Sends a run that this process has claimed. */
  async send(run: RunDocument): Promise<void> {
    const renewing = setInterval(() => {
      this.runs
        .renew(run, LEASE_MS)
        .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'claim of a report not renewed'));
    }, RENEWED_EVERY_MS);
    try {
      const recipient = await this.recipients.find(run.userId);
      if (recipient === null) return await this.forget(run.userId);
      const { mail, fileBytes } = await this.writer.write(run, recipient);
      if (!(await this.runs.begin(run, LEASE_MS))) return;
      await this.note(run, await this.mail.send(mail), fileBytes);
    } catch (error) {
      const { code } = failureOf(error, { run: run._id });
      logger.warn({ run: run._id, code }, 'report waits');
      await this.putOff(run, 'Its content is not available right now', null);
    } finally {
      clearInterval(renewing);
    }
  }

  private async note(run: RunDocument, outcome: MailOutcome, fileBytes: number): Promise<void> {
    reportsByOutcome.inc({ outcome: outcome.kind });
    if (outcome.kind === 'failed')
      return this.putOff(run, outcome.reason, outcome.mayHaveArrived || run.mayHaveArrived);
    const { mayHaveArrived } = run;
    if (outcome.kind === 'refused')
      await this.runs.markFailed(run, { reason: outcome.reason, mayHaveArrived });
    // The files of earlier claims are of no use any more.
    else if (await untilAnswered(() => this.runs.markSent(run, fileBytes)))
      await this.files.remove([run._id], run.fence);
  }

  /** @param mayHaveArrived null: as it is known so far */
  private async putOff(run: RunDocument, reason: string, mayHaveArrived: boolean | null): Promise<void> {
    // The claim was made by the database's clock: one of this process that is ahead must not give a report up.
    const claimedAt = run.freeAt.getTime() - LEASE_MS;
    if (claimedAt - run.dueAt.getTime() > TRIED_FOR_MS) {
      await this.runs.markFailed(run, { reason: `Given up after 24 hours: ${reason}`, mayHaveArrived });
      return;
    }
    await this.runs.putOff(run, { waitMs: waitAfter(run.failures + 1), reason, mayHaveArrived });
  }

  /** A deleted user gets nothing, and nothing of theirs is kept. The runs go last: until then, one is claimed again. */
  private async forget(userId: string): Promise<void> {
    await this.reports.remove(userId);
    await this.files.remove(await this.runs.idsOf(userId));
    await this.runs.removeOf(userId);
  }
}
