import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { JSDOM } from 'jsdom';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../servers/problem.ts';
import { gist, run } from '../../servers/run.ts';

const PROGRAM = process.env.SOFFICE ?? 'soffice';
const OPENED_WITHIN_MS = 300_000;

/** A cell as LibreOffice has read it; a time as it shows it, because it rounds the value itself when it saves it. */
export type OfficeCell =
  { kind: 'empty' } | { kind: 'text' | 'time'; value: string } | { kind: 'number'; value: number };

/** A file as LibreOffice has read it: the cells of all sheets, without empty ones at the end of a row, and how many are formulas. */
export interface OfficeSheet {
  /** Whether its titles have a filter. */
  readonly hasFilter: boolean;
  readonly rows: readonly (readonly OfficeCell[])[];
  readonly formulas: number;
}

/** The version of LibreOffice. @throws Problem if it is not installed */
export async function officeVersion(): Promise<string> {
  const { ok, output } = await run([PROGRAM, '--version']);
  if (!ok)
    throw new Problem(
      'LibreOffice is missing. Install it (Debian: apt-get install libreoffice-calc-nogui), or name its program in SOFFICE',
    );
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? 'unknown';
}

/** How LibreOffice reads CSV: commas, double quotes, UTF-8, from the first line on. */
const AS_CSV = '--infilter=Text - txt - csv (StarCalc):44,34,76,1';

/** Opens files of one format in LibreOffice, without its user's settings. @param folder For its output */
export async function openInOffice(
  files: readonly string[],
  format: SheetFormat,
  folder: string,
): Promise<OfficeSheet[]> {
  const opened = join(folder, `opened-${format}`);
  await mkdir(opened, { recursive: true });
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const { ok, output } = await run(
    [
      PROGRAM,
      profile,
      '--headless',
      ...(format === 'csv' ? [AS_CSV] : []),
      '--convert-to',
      'fods',
      '--outdir',
      opened,
      ...files,
    ],
    { timeoutMs: OPENED_WITHIN_MS },
  );
  if (!ok) throw new Problem(`LibreOffice can't open the files: ${gist(output)}`);
  return Promise.all(
    files.map(async (file) => {
      const flat = join(opened, `${basename(file, extname(file))}.fods`);
      return sheetIn(await readFile(flat, 'utf8'));
    }),
  );
}

const sheetIn = (xml: string): OfficeSheet => {
  const { document } = new JSDOM(xml, { contentType: 'text/xml' }).window;
  let formulas = 0;
  const rows = [...document.getElementsByTagName('table:table-row')].flatMap((row) => {
    const cells = [...row.getElementsByTagName('table:table-cell')].flatMap((cell) => {
      if (cell.hasAttribute('table:formula')) formulas++;
      const times = Number(cell.getAttribute('table:number-columns-repeated') ?? 1);
      // A row is as wide as the sheet: thousands of empty cells.
      const read = cellOf(cell);
      return Array<OfficeCell>(read.kind === 'empty' ? Math.min(times, 100) : times).fill(read);
    });
    const shown = cells.slice(0, cells.findLastIndex(({ kind }) => kind !== 'empty') + 1);
    // Equal rows one after the other are one element; so are the empty ones below the last.
    const equal = Number(row.getAttribute('table:number-rows-repeated') ?? 1);
    return Array<OfficeCell[]>(shown.length === 0 ? 1 : equal).fill(shown);
  });
  const [range] = document.getElementsByTagName('table:database-range');
  return {
    hasFilter: range?.getAttribute('table:display-filter-buttons') === 'true',
    rows: rows.slice(0, rows.findLastIndex((cells) => cells.length > 0) + 1),
    formulas,
  };
};

const cellOf = (cell: Element): OfficeCell => {
  const shown = () => [...cell.getElementsByTagName('text:p')].map(textOf).join('\n');
  switch (cell.getAttribute('office:value-type')) {
    case null:
      return { kind: 'empty' };
    case 'float':
      return { kind: 'number', value: Number(cell.getAttribute('office:value')) };
    case 'date':
      return { kind: 'time', value: shown() };
    default:
      return { kind: 'text', value: shown() };
  }
};

/** ODF writes several spaces, tabs and line breaks as elements. */
const textOf = (node: Node): string => {
  if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? '';
  const inside = () => [...node.childNodes].map(textOf).join('');
  switch (node.nodeName) {
    case 'text:s':
      return ' '.repeat(Number((node as Element).getAttribute('text:c') ?? 1));
    case 'text:tab':
      return '\t';
    case 'text:line-break':
      return '\n';
    default:
      return inside();
  }
};
