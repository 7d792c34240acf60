import { Inject, Injectable } from '@nestjs/common';
import { SHEET_TYPES } from '@telemon/contracts/streamed-file';
import type { Mail } from '@telemon/platform/mail/mail-client';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { spanInWords } from '@telemon/platform/spreadsheets/zone-clock';
import type { ReportingVariables } from '../config.ts';
import type { Recipient } from '../runs/recipients.ts';
import { type RunDocument, isLateAt } from '../runs/run-document.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { ServiceSheets } from '../kept-files/service-sheets.ts';
import { compose } from './compose.ts';
import { type PeriodReading, PeriodSource } from './period-source.ts';
import { COLUMNS, rowOfEntry, rowOfOccurrence } from './report-sheet.ts';
import { PeriodTotals } from './totals.ts';

/** A larger spreadsheet is linked, because mail servers refuse large messages. */
const MOST_ATTACHED_BYTES = 5 * 1024 * 1024;
/** The name of the spreadsheet and of its sheet. */
export const SHEET_NAME = 'Report';

/** A report that is written. */
export interface WrittenReport {
  readonly mail: Mail;
  /** The same e-mail with a link to the spreadsheet in place of the attachment; null if it has none. */
  readonly linkedMail: Mail | null;
  readonly fileBytes: number;
  /** @throws ScopeChanged if its recipient sees other devices by now */
  confirm(): Promise<void>;
}

/** Writes the e-mail and the spreadsheet of a report, with the rows that its recipient may see now. */
@Injectable()
export class ReportWriter {
  constructor(
    private readonly source: PeriodSource,
    private readonly files: KeptFiles,
    private readonly spreadsheets: ServiceSheets,
    @Inject(CONFIG) private readonly config: Pick<ReportingVariables, 'PUBLIC_URL' | 'TIMEZONE'>,
  ) {}

  /** Stores the spreadsheet under the run's claim, and returns the e-mail. @throws ScopeChanged */
  async write(
    run: RunDocument,
    { actor, email }: Recipient,
    mostAttached = MOST_ATTACHED_BYTES,
  ): Promise<WrittenReport> {
    const { PUBLIC_URL, TIMEZONE } = this.config;
    const now = Date.now();
    const totals = new PeriodTotals(run, now, TIMEZONE);
    const subject = spanInWords(run, TIMEZONE);
    const plan = { format: 'xlsx', name: SHEET_NAME, subject, columns: COLUMNS, zone: TIMEZONE } as const;
    const reading = this.source.of(actor, run);
    const pieces = this.spreadsheets.of(plan, rowsOf(reading, run, { totals, now }));
    const { _id, fence, forgetAt } = run;
    const { size, bytes } = await this.files.store({ run: _id, fence, forgetAt }, pieces, mostAttached);
    const { ofAlerts, ofEvents, mayHaveArrived: isRepeated } = run;
    const lateSince = isLateAt(run, now) ? run.dueAt : null;
    const mailWith = (content: Buffer | null): Mail => {
      const isLinked = content === null;
      const report = { period: run, totals, ofAlerts, ofEvents, lateSince, isLinked, isRepeated };
      const file = content && { fileName: `${SHEET_NAME}.xlsx`, contentType: SHEET_TYPES.xlsx, content };
      const attachments = file ? [file] : [];
      return { id: _id, to: email, ...compose(report, PUBLIC_URL, TIMEZONE), attachments };
    };
    return {
      mail: mailWith(bytes),
      linkedMail: bytes && mailWith(null),
      fileBytes: size,
      confirm: () => reading.confirm(),
    };
  }
}

/** The rows of the spreadsheet, which are summed up on their way. */
async function* rowsOf(
  reading: PeriodReading,
  { ofAlerts, ofEvents, to }: RunDocument,
  { totals, now }: { totals: PeriodTotals; now: number },
): AsyncGenerator<Row[]> {
  const until = Math.min(now, to.getTime());
  if (ofAlerts) {
    for await (const entries of reading.entries()) {
      for (const entry of entries) totals.addEntry(entry);
      yield entries.map((entry) => rowOfEntry(entry, until));
    }
  }
  if (ofEvents) {
    for await (const occurrences of reading.occurrences()) {
      for (const occurrence of occurrences) totals.addOccurrence(occurrence);
      yield occurrences.map((occurrence) => rowOfOccurrence(occurrence, until));
    }
  }
}
