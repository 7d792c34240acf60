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

const WRITTEN_WITHIN_MS = 30 * 60_000;
const MB = 1024 ** 2;

/** Orders an export, waits for it and downloads it to a path, all through /v1. */
export async function exportTo(
  path: string,
  api: ApiClient,
  order: NewExport,
): Promise<{ writtenInS: number; downloadedInS: number; fileMb: number }> {
  const orderedAt = performance.now();
  const { export: ordered } = await api.post<{ export: ExportOrder }>('/export', order);
  await until(
    async () => {
      const { export: now } = await api.get<{ export: ExportOrder }>(`/export/${ordered.id}`);
      if (now.state === 'failed') throw new Error(`The export failed: ${now.reason}`);
      return now.state === 'done';
    },
    { timeoutMs: WRITTEN_WITHIN_MS, everyMs: 200, what: 'the export' },
  );
  const writtenAt = performance.now();
  const answer = await fetch(`${api.baseUrl}/v1/export/${ordered.id}?format=${order.format}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`The file answered ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
  return {
    writtenInS: (writtenAt - orderedAt) / 1_000,
    downloadedInS: (performance.now() - writtenAt) / 1_000,
    fileMb: (await stat(path)).size / MB,
  };
}

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
