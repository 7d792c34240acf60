import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { MOST_EXPORTED_AS_JSON, type SheetFormat, type StreamedFile } from '@telemon/contracts/streamed-file';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { OutgoingFiles, type Streamed } from '@telemon/platform/messaging/outgoing-files';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { tooManyForJson } from '@telemon/platform/spreadsheets/exports.errors';
import { SheetExports } from '@telemon/platform/spreadsheets/sheet-exports';
import pLimit from 'p-limit';
import type { AlertingVariables } from '../config.ts';
import { AlertLogService, type Choice } from './alert-log.service.ts';
import { COLUMNS, rowOf } from './export-columns.ts';

const NAME = 'AlertLog';
/** Entries of a step: few enough that lists hardly wait for them. */
const ENTRIES_OF_STEP = 1_000;

/** The alert log, all of it, as JSON or as a file. */
@Injectable()
export class ExportsService {
  private readonly sheets: SheetExports;
  /** One step of all exports at a time, so that they leave the database to the lists. */
  private readonly inTurn = pLimit(1);

  constructor(
    private readonly alertLog: AlertLogService,
    private readonly files: OutgoingFiles,
    lifecycle: Lifecycle,
    @Inject(CONFIG) { TIMEZONE }: Pick<AlertingVariables, 'TIMEZONE'>,
  ) {
    this.sheets = new SheetExports(files, lifecycle, import.meta.url, TIMEZONE);
  }

  /** Begins to stream the entries as JSON to an inbox. @throws if there are more than `most` */
  async log(
    actor: Actor,
    wanted: Choice,
    inbox: string | undefined,
    most = MOST_EXPORTED_AS_JSON,
  ): Promise<Streamed> {
    if ((await this.alertLog.count(actor, wanted, most + 1)) > most)
      throw tooManyForJson({ things: 'entries', narrower: 'search for fewer', most });
    return this.files.answer(inbox, { userId: actor.id, format: 'json' }, () => this.parts(actor, wanted));
  }

  /** Begins to stream the entries as a file to an inbox. */
  async file(
    actor: Actor,
    { format, ...wanted }: Choice & { format: SheetFormat },
    inbox: string | undefined,
  ): Promise<StreamedFile> {
    const context = { userId: actor.id };
    return this.sheets.start({ name: NAME, format, inbox, context }, () => ({
      columns: COLUMNS,
      rows: this.rows(actor, wanted),
    }));
  }

  private async *parts(actor: Actor, wanted: Choice): AsyncGenerator<{ alertLogs: AlertLogEntry[] }> {
    for await (const alertLogs of this.steps(actor, wanted)) yield { alertLogs };
  }

  private async *rows(actor: Actor, wanted: Choice): AsyncGenerator<Row[]> {
    let number = 0;
    for await (const entries of this.steps(actor, wanted))
      yield entries.map((entry) => rowOf(++number, entry));
  }

  private async *steps(actor: Actor, wanted: Choice): AsyncGenerator<AlertLogEntry[]> {
    const steps = this.alertLog.steps(actor, wanted, ENTRIES_OF_STEP);
    for (;;) {
      const { done, value } = await this.inTurn(() => steps.next());
      if (done) return;
      yield value;
    }
  }
}
