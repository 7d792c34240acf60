import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { type AlertLogEntry, MOST_EXPORTED_IN_ORDER } from '@telemon/contracts/alerting/alert-log';
import { MOST_EXPORTED_AS_JSON, type SheetFormat, type StreamedFile } from '@telemon/contracts/streamed-file';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { OutgoingFiles, type Streamed } from '@telemon/platform/messaging/outgoing-files';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { tooManyForJson } from '@telemon/platform/spreadsheets/exports.errors';
import { SheetExports } from '@telemon/platform/spreadsheets/sheet-exports';
import pLimit from 'p-limit';
import type { AlertingVariables } from '../config.ts';
import { tooManyToSort } from './alert-log.errors.ts';
import { AlertLogService, type Choice, type Order } from './alert-log.service.ts';
import { COLUMNS, rowOf } from './export-columns.ts';
import { whileKept } from './kept-devices.ts';

const NAME = 'AlertLog';
/** Entries of a step: few enough that lists hardly wait for them. */
const ENTRIES_OF_STEP = 1_000;

type Steps = AsyncGenerator<AlertLogEntry[]>;

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

  /** Begins to stream the entries as JSON to an inbox. @throws if there are more than `most`, or more than can be sorted */
  async log(
    actor: Actor,
    { sort, order, ...wanted }: Choice & Order,
    inbox: string | undefined,
    most = MOST_EXPORTED_AS_JSON,
  ): Promise<Streamed> {
    if ((await this.alertLog.count(actor, wanted, most + 1)) > most)
      throw tooManyForJson({ things: 'entries', narrower: 'search for fewer', most });
    const steps = await this.stepsOf(actor, wanted, { sort, order });
    return this.files.answer(inbox, { userId: actor.id, format: 'json' }, () => this.parts(steps));
  }

  /** Begins to stream the entries as a file to an inbox. @throws if there are more than can be sorted */
  async file(
    actor: Actor,
    { format, sort, order, ...wanted }: Choice & Order & { format: SheetFormat },
    inbox: string | undefined,
    mostSorted = MOST_EXPORTED_IN_ORDER,
  ): Promise<StreamedFile> {
    const context = { userId: actor.id };
    const steps = await this.stepsOf(actor, wanted, { sort, order }, mostSorted);
    return this.sheets.start({ name: NAME, format, inbox, context }, () => ({
      columns: COLUMNS,
      rows: this.rows(steps),
    }));
  }

  private async *parts(steps: Steps): AsyncGenerator<{ alertLogs: AlertLogEntry[] }> {
    for await (const alertLogs of this.eachInTurn(steps)) yield { alertLogs };
  }

  private async *rows(steps: Steps): AsyncGenerator<Row[]> {
    let number = 0;
    for await (const entries of this.eachInTurn(steps)) yield entries.map((entry) => rowOf(++number, entry));
  }

  /**
   * An index has the entries in the order of time. For another order they are sorted once, by their ids, before the first step: with
   * an order that changes while it is read (an entry is acknowledged), entries would be missing or come twice.
   */
  private async stepsOf(
    actor: Actor,
    wanted: Choice,
    { sort, order }: Order,
    mostSorted = MOST_EXPORTED_IN_ORDER,
  ): Promise<Steps> {
    const size = ENTRIES_OF_STEP;
    const kept = (steps: Steps) => whileKept(() => this.alertLog.devicesOf(actor, wanted), steps);
    if (sort === undefined || sort === 'triggeredAt') {
      const oldestFirst = sort !== undefined && order !== 'DESC';
      return kept(this.alertLog.steps(actor, wanted, { size, oldestFirst }));
    }
    const ids = await this.inTurn(() =>
      this.alertLog.sortedIds(actor, wanted, { sort, order }, mostSorted + 1),
    );
    if (ids.length > mostSorted) throw tooManyToSort({ most: mostSorted });
    return kept(this.alertLog.stepsOf(actor, wanted, { ids, size }));
  }

  private async *eachInTurn(steps: Steps): Steps {
    for (;;) {
      const { done, value } = await this.inTurn(() => steps.next());
      if (done) return;
      yield value;
    }
  }
}
