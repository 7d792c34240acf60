import { Inject, Injectable } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Actor } from '@telemon/contracts/actor';
import { MOST_LOG_ROWS_EXPORTED, type NewExport } from '@telemon/contracts/reporting/exports';
import type { Route } from '@telemon/contracts/route';
import { StreamedFile } from '@telemon/contracts/streamed-file';
import { DomainError } from '@telemon/platform/errors';
import { Asker } from '@telemon/platform/messaging/asker';
import { IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { CONFIG, NATS } from '@telemon/platform/platform.module';
import type { Column, Row } from '@telemon/platform/spreadsheets/column';
import type { ReportingVariables } from '../config.ts';
import { ServiceSheets } from '../kept-files/service-sheets.ts';
import { inputOf, refuseUnlessAllowed, routeOf } from './export-rows.ts';
import { type ExportedList, LISTS, type Reference, isList } from './exported-lists.ts';
import { itemsOf, rowsOfLog } from './list-pages.ts';

/** A file that is being made: its name, and its bytes piece by piece; a piece may be empty. */
interface FileOnItsWay {
  readonly fileName: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The last row of the file if the log may have older rows. */
const lastRowOf = (columns: readonly Column[]): Row => [
  ...columns.slice(1).map(() => null),
  `An export has the newest ${MOST_LOG_ROWS_EXPORTED.toLocaleString('en')} rows of a log`,
];

/** The files of exports. The services that own the rows are asked as the user, so that the scope stays in their queries. */
@Injectable()
export class ExportSource {
  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    private readonly asker: Asker,
    private readonly sheets: ServiceSheets,
    @Inject(CONFIG) private readonly config: Pick<ReportingVariables, 'TIMEZONE'>,
  ) {}

  /** Begins a file. @throws unless the user may have the rows */
  async begin(actor: Actor, order: NewExport): Promise<FileOnItsWay> {
    refuseUnlessAllowed(actor, order);
    const { rows } = order;
    return isList(rows) ? this.written(actor, order, LISTS[rows]) : this.streamed(actor, order);
  }

  /** A file that the rows' service makes. */
  private async streamed(actor: Actor, order: NewExport): Promise<FileOnItsWay> {
    const call: NonNullable<Route['export']> = routeOf(order.rows).export!;
    const incoming = new IncomingFile(this.nats);
    try {
      const answer = await this.asker.ask(call, inputOf(order), { actor, inbox: incoming.inbox });
      const { fileName } = StreamedFile.parse(answer);
      return { fileName, pieces: incoming.parts() };
    } catch (error) {
      incoming.close(error as Error);
      throw error;
    }
  }

  /** A file of the pages of a list. */
  private written(actor: Actor, order: NewExport, list: ExportedList): FileOnItsWay {
    const { format, query } = order;
    const { name, columns, isLog, refersTo } = list;
    const { call } = routeOf(order.rows);
    const plan = { format, name, columns, zone: this.config.TIMEZONE };
    const ask = (page: object) => this.asker.ask(call, { ...inputOf(order), ...page }, { actor });
    const namedBy = refersTo && this.namedBy(actor, refersTo);
    const rows = async function* (): AsyncGenerator<Row[]> {
      let count = 0;
      const isSearched = query.search !== undefined;
      for await (const items of isLog ? rowsOfLog(list, ask, { isSearched }) : itemsOf(list, ask)) {
        count += items.length;
        const some: Row[] = [];
        for (const item of items) some.push(list.rowOf(item, namedBy ? await namedBy(item) : null));
        yield some;
      }
      if (isLog && count === MOST_LOG_ROWS_EXPORTED) yield [lastRowOf(columns)];
    };
    return { fileName: `${name}.${format}`, pieces: this.sheets.of(plan, rows()) };
  }

  /** Asks in the user's name for the thing that an item refers to, once for each thing. */
  private namedBy(actor: Actor, { call, idOf }: Reference): (item: object) => Promise<object | null> {
    const known = new Map<string, object | null>();
    return async (item) => {
      const id = idOf(item);
      if (id === null) return null;
      if (!known.has(id)) known.set(id, await unlessGone(this.asker.ask(call, { id }, { actor })));
      return known.get(id)!;
    };
  }
}

const unlessGone = async (asked: Promise<unknown>): Promise<object | null> => {
  try {
    return (await asked) as object;
  } catch (error) {
    if (error instanceof DomainError && error.failure.kind === 'not-found') return null;
    throw error;
  }
};
