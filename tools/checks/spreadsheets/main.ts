// `npm run check:spreadsheets`: opens every kind of spreadsheet in LibreOffice, compares its cells with what was exported, and
// writes the result to docs/spreadsheets.md. It needs LibreOffice, which no test does.
import type { ExportOrder, ExportedRows, NewExport } from '@telemon/contracts/reporting/exports';
import { ROUTE_OF_ROWS } from '@telemon/contracts/reporting/exports';
import type { ReportRun } from '@telemon/contracts/reporting/auto-reports';
import { SHEET_FORMATS, type SheetFormat } from '@telemon/contracts/streamed-file';
import { outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inOneLine, Problem } from '../../servers/problem.ts';
import { type Say, step } from '../../servers/progress.ts';
import { ROOT } from '../source-files.ts';
import { answerOfReport } from './attached-report.ts';
import { type Answered, Comparison } from './compare.ts';
import { rowsOfCsv } from './csv.ts';
import { ANSWER_OF } from './kinds.ts';
import { makeOddThings, type OddThings } from './odd-things.ts';
import { officeVersion, openInOffice } from './office.ts';
import { type Checked, pageOf } from './page.ts';

const ZONE = 'Europe/Paris';
const PAGE = join(ROOT, 'docs/spreadsheets.md');
const ATTACHED = 'Report';

const say: Say = (line) => console.log(line);
const ROWS = Object.keys(ROUTE_OF_ROWS) as ExportedRows[];

/** The days of the readings: today and the day before, because midnight may be near. */
const rangeOf = () => ({
  fromDate: new Date(Date.now() - 24 * 3_600_000).toISOString(),
  toDate: new Date().toISOString(),
});

async function fetched(api: ApiClient, path: string): Promise<Buffer> {
  const answer = await fetch(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${api.token}` } });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Orders an export, and waits for its file. */
async function exported(
  api: ApiClient,
  rows: ExportedRows,
  format: SheetFormat,
  query: NewExport['query'],
): Promise<{ fileName: string; bytes: Buffer }> {
  const { export: ordered } = await api.post<{ export: ExportOrder }>('/export', { rows, format, query });
  const { fileName } = await until(
    async () => {
      const { export: now } = await api.get<{ export: ExportOrder }>(`/export/${ordered.id}`);
      if (now.state === 'failed') throw new Error(`The export of ${rows} failed: ${now.reason}`);
      return now.state === 'done' && now;
    },
    { what: `the export of ${rows}` },
  );
  return { fileName: fileName!, bytes: await fetched(api, `/v1/export/${ordered.id}?format=${format}`) };
}

/** A report that is ordered now, with the spreadsheet that is attached to its e-mail. */
async function attachedReport(
  api: ApiClient,
  admin: ApiClient,
  email: string,
): Promise<{ run: ReportRun; bytes: Buffer }> {
  const { run } = await api.post<{ run: ReportRun }>('/autoReport/send', {});
  await until(
    async () => (await api.get<{ run: ReportRun }>(`/autoReport/runs/${run.id}`)).run.state === 'sent',
    {
      what: 'the report',
    },
  );
  const [letter] = await outboxOf(admin, { kind: 'email', to: email });
  return { run, bytes: await fetched(admin, letter!.attachments[0]!.url) };
}

async function check(product: WholeProduct, folder: string): Promise<Checked[]> {
  const { url, adminEmail, adminPassword } = product.addresses;
  const admin = await ApiClient.signIn(url, adminEmail, adminPassword);
  const things: OddThings = await step(say, 'Making something of each kind', () =>
    makeOddThings(admin, product.addresses),
  );
  const owner = await ApiClient.signIn(url, things.email, things.password);
  const range = rangeOf();
  const readings = { deviceName: things.deviceName, range: new URLSearchParams(range) };
  const answers = async () => {
    const all = new Map<ExportedRows, Answered>();
    for (const rows of ROWS) all.set(rows, await ANSWER_OF[rows](admin, readings));
    return all;
  };
  const before = await answers();
  const names = new Map<string, string>();
  const pathOf = (rows: string, format: SheetFormat) => join(folder, format, `${rows}.${format}`);
  await step(say, 'Exporting all kinds', async () => {
    for (const format of SHEET_FORMATS) await mkdir(join(folder, format));
    for (const rows of ROWS)
      for (const format of SHEET_FORMATS) {
        const ofDevice = rows === 'readings' || rows === 'report';
        const query = ofDevice ? { deviceName: things.deviceName, ...range } : {};
        const { fileName, bytes } = await exported(admin, rows, format, query);
        names.set(rows, fileName.replace(/\.\w+$/, ''));
        await writeFile(pathOf(rows, format), bytes);
      }
  });
  const after = await answers();
  const { run, bytes } = await step(say, 'Ordering a report', () =>
    attachedReport(owner, admin, things.email),
  );
  await writeFile(pathOf(ATTACHED, 'xlsx'), bytes);
  const workbooks = [...ROWS, ATTACHED];
  const [opened, openedCsv] = await step(say, 'Opening the files in LibreOffice', async () => [
    await openInOffice(
      workbooks.map((rows) => pathOf(rows, 'xlsx')),
      'xlsx',
      folder,
    ),
    await openInOffice(
      ROWS.map((rows) => pathOf(rows, 'csv')),
      'csv',
      folder,
    ),
  ]);
  const checked: Checked[] = [];
  for (const [place, rows] of ROWS.entries()) {
    const comparison = new Comparison(opened[place]!, ZONE);
    const lines = rowsOfCsv(await readFile(pathOf(rows, 'csv'), 'utf8'));
    comparison.withCsv(lines);
    comparison.withAnswer(before.get(rows)!, after.get(rows)!);
    const { formulas } = openedCsv[place]!;
    if (formulas > 0) comparison.differences.push(`${formulas} formulas in the CSV file`);
    checked.push({ name: names.get(rows)!, ...figuresOf(comparison) });
  }
  const report = new Comparison(opened.at(-1)!, ZONE);
  report.withAnswer(await answerOfReport(owner, run));
  checked.push({ name: `${ATTACHED}, of an automatic report`, ...figuresOf(report) });
  return checked;
}

const figuresOf = ({ titles, rows, cells, differences }: Comparison) => ({
  titles,
  rows,
  cells,
  differences,
});

async function main(): Promise<boolean> {
  const version = await officeVersion();
  const folder = await mkdtemp(join(tmpdir(), 'telemon-spreadsheets-'));
  const env = { TIMEZONE: ZONE, OUTBOUND_ALLOW: '127.0.0.1' };
  const product = await step(say, 'Starting Telemon', () => WholeProduct.start(env));
  try {
    const checked = await check(product, folder);
    await writeFile(PAGE, pageOf({ date: new Date().toISOString().slice(0, 10), version, checked }));
    for (const { name, rows, cells, differences } of checked) {
      say(`${name}: ${rows} rows, ${cells} comparisons, ${differences.length} differences`);
      for (const difference of differences) say(`  ${difference}`);
    }
    return checked.every(({ differences }) => differences.length === 0);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

main().then(
  (isRight) => process.exit(isRight ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Problem ? inOneLine(error) : error);
    process.exit(1);
  },
);
