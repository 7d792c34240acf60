import { MINUTE_MS } from '@telemon/contracts/durations';
import type { ReportRun } from '@telemon/contracts/reporting/auto-reports';
import type { ExportOrder, NewExport } from '@telemon/contracts/reporting/exports';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import type { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import exceljs from 'exceljs';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const WRITTEN_WITHIN_MS = 30 * MINUTE_MS;
const MB = 1024 ** 2;

/** A file that is whole, and the time that writing it took. */
interface Written {
  /** The path of the call that answers the file. */
  readonly path: string;
  readonly writtenInS: number;
}

/** Orders an export, and waits for it. */
export async function orderExport(api: ApiClient, order: NewExport): Promise<Written> {
  const orderedAt = performance.now();
  const { export: ordered } = await api.post<{ export: ExportOrder }>('/export', order);
  await ended(
    'the export',
    async () => (await api.get<{ export: ExportOrder }>(`/export/${ordered.id}`)).export,
  );
  return { path: `/export/${ordered.id}?format=${order.format}`, writtenInS: secondsSince(orderedAt) };
}

/** Orders an automatic report, and waits until it is sent. */
export async function orderReport(api: ApiClient): Promise<Written> {
  const orderedAt = performance.now();
  const { run } = await api.post<{ run: ReportRun }>('/autoReport/send', {});
  await ended(
    'the report',
    async () => (await api.get<{ run: ReportRun }>(`/autoReport/runs/${run.id}`)).run,
  );
  return { path: `/autoReport/runs/${run.id}?format=xlsx`, writtenInS: secondsSince(orderedAt) };
}

/** Downloads a file to a path. */
export async function download(
  api: ApiClient,
  path: string,
  to: string,
): Promise<{ downloadedInS: number; fileMb: number }> {
  const from = performance.now();
  const answer = await fetch(`${api.baseUrl}/v1${path}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`The file answered ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(to));
  return { downloadedInS: secondsSince(from), fileMb: (await stat(to)).size / MB };
}

const secondsSince = (from: number): number => (performance.now() - from) / 1_000;

const ended = (what: string, look: () => Promise<{ state: string; reason: string | null }>): Promise<true> =>
  until(
    async () => {
      const { state, reason } = await look();
      if (state === 'failed') throw new Error(`It failed: ${reason}`);
      return state !== 'waiting' || undefined;
    },
    { timeoutMs: WRITTEN_WITHIN_MS, everyMs: 200, what },
  );

/** The rows of a file without its titles, by title. Fields with line breaks are unknown here. */
export async function* rowsOf(path: string, format: SheetFormat): AsyncGenerator<Record<string, string>> {
  const rows = format === 'csv' ? rowsOfCsv(path) : rowsOfWorkbook(path);
  let titles: readonly string[] | undefined;
  for await (const row of rows) {
    if (titles === undefined) titles = row;
    // A further sheet begins with the titles again.
    else if (row[0] !== titles[0])
      yield Object.fromEntries(titles.map((title, place) => [title, row[place] ?? '']));
  }
}

async function* rowsOfCsv(path: string): AsyncGenerator<string[]> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    yield line.replace(/^\uFEFF/, '').split(',');
}

async function* rowsOfWorkbook(path: string): AsyncGenerator<string[]> {
  const reader = new exceljs.stream.xlsx.WorkbookReader(path, { worksheets: 'emit' });
  for await (const sheet of reader)
    for await (const row of sheet) yield (row.values as unknown[]).slice(1).map((cell) => String(cell ?? ''));
}
