import { CFB, SSF, type WorkBook, read } from '@e965/xlsx';
import { type Cell, type SheetBounds, SheetRefused, type SheetRow, SheetRows, placeOf } from './sheet.ts';
import { unzip, zipOf } from './zip.ts';

/** The parts of a packed workbook with its values; pictures, macros, themes and the like are not even unpacked. */
const WANTED =
  /^(?:\[content_types\]\.xml|_rels\/\.rels|xl\/(?:_rels\/[^/]+\.rels|[^/]+\.xml|worksheets\/[^/]+\.xml))$/i;
const TEXTS = /^xl\/sharedStrings\.xml$/i;
const SHEET = /^xl\/worksheets\//i;

/** The most that the reader gets: it takes up to eight times as much memory for it. A full table has 5 MB. */
const READ_MAX_BYTES = 6 * 1_048_576;
const BESIDE_MAX_BYTES = 1_048_576;
const MOST_TAGS = 400_000;
const LONGEST_PIECE = 100_000;
/** Elements of which the reader creates an object each, and their limit. */
const COUNTED = ['row', 'c', 'si', 'mergeCell'].map((name) => Buffer.from(name));
const MOST_ELEMENTS = 150_000;

/** The rows of a packed workbook's (.xlsx) first sheet. @throws SheetRefused */
export const rowsOfPackedWorkbook = (file: Buffer, bounds: SheetBounds): SheetRow[] => {
  const parts = unzip(file, (name) => WANTED.test(name));
  const first = firstSheetOf(parts);
  if (!first) throw noWorkbook();
  let bytes = 0;
  let elements = 0;
  for (const [name, content] of parts) {
    if (SHEET.test(name) && name !== first) {
      parts.delete(name);
      continue;
    }
    if (content.length > BESIDE_MAX_BYTES && name !== first && !TEXTS.test(name)) {
      throw tooMany('more than 1 MB of formats and the like');
    }
    elements += elementsIn(content, MOST_ELEMENTS - elements);
    if (elements > MOST_ELEMENTS) throw tooMany(`more than ${MOST_ELEMENTS} rows and cells`);
    bytes += content.length;
    if (bytes > READ_MAX_BYTES) throw tooMany('more than 6 MB beside its other sheets');
  }
  return rowsOfWorkbook(zipOf(parts), bounds);
};

/** The name of the first sheet's part, by the workbook's list of sheets. */
const firstSheetOf = (parts: ReadonlyMap<string, Buffer>): string | undefined => {
  const textOf = (name: string) => parts.get(name)?.toString('latin1', 0, LONGEST_LIST) ?? '';
  const sheet = /<(?:\w+:)?sheet\s[^<>]*>/.exec(textOf('xl/workbook.xml'))?.[0] ?? '';
  const id = /\s\w+:id\s*=\s*["']([^"'<>]+)["']/.exec(sheet)?.[1];
  const relations = textOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? [];
  const relation = relations.find((each) => /\sId\s*=\s*["']([^"'<>]*)["']/.exec(each)?.[1] === id) ?? '';
  const target = /\sTarget\s*=\s*["']([^"'<>]*)["']/.exec(relation)?.[1]?.replace(/^\/?(?:xl\/)?/, 'xl/');
  return target !== undefined && parts.has(target) && SHEET.test(target) ? target : undefined;
};

const LONGEST_LIST = 100_000;

/** The rows of an older workbook's (.xls) first sheet. @throws SheetRefused */
export const rowsOfOlderWorkbook = (file: Buffer, bounds: SheetBounds): SheetRow[] => {
  if (cellsOfRecords(recordsOf(file)) > MOST_ELEMENTS)
    throw tooMany(`more than ${MOST_ELEMENTS} rows and cells`);
  return rowsOfWorkbook(file, bounds);
};

const rowsOfWorkbook = (file: Buffer, bounds: SheetBounds): SheetRow[] => {
  const workbook = workbookOf(file);
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''];
  const data = sheet?.['!data'];
  if (!data) throw new SheetRefused('The first sheet is empty. Put the sheet with the data first');
  const rows = new SheetRows(bounds);
  const merged = (sheet['!merges'] ?? []).map(({ s }) => s).sort((one, other) => one.r - other.r);
  // Empty rows and cells are holes in these arrays.
  data.forEach((cells, row) => {
    if (!cells) return;
    const values: Cell[] = [];
    cells.forEach((cell, column) => {
      while (values.length < column) values.push(null);
      values.push(cell ? cellOf(cell) : null);
    });
    rows.add(row + 1, values);
  });
  const [first] = merged;
  if (first)
    throw new SheetRefused(`${placeOf(first.r + 1, first.c)}: merged cells can't be read; take them apart`);
  return rows.rows;
};

const tooMany = (what: string) =>
  new SheetRefused(`The workbook is too large: it has ${what}. Save the data as .csv`);
const withPassword = () => new SheetRefused('The workbook is protected by a password. Save it without one');
const noWorkbook = () =>
  new SheetRefused('The file is not a workbook that can be read. Save it as .xlsx or .csv');

const workbookOf = (file: Buffer): WorkBook => {
  try {
    return read(file, {
      type: 'buffer',
      dense: true,
      sheets: 0,
      nodim: true,
      cellFormula: true,
      cellNF: true,
      cellHTML: false,
      cellText: false,
    });
  } catch (error) {
    if (/password|encrypt/i.test((error as Error).message)) {
      throw withPassword();
    }
    throw noWorkbook();
  }
};

const cellOf = ({ t, v, f, F, z }: { t: string; v?: unknown; f?: string; F?: string; z?: unknown }): Cell => {
  if (f !== undefined || F !== undefined) return { is: 'a formula; paste it as a value' };
  if (t === 'z' || v === undefined || v === null || v === '') return null;
  if (t === 'b') return { is: 'a truth value' };
  if (t === 'e') return { is: 'an error' };
  if (t === 'd' || (typeof z === 'string' && SSF.is_date(z) && t === 'n')) return { is: 'a date or a time' };
  if (typeof v === 'number') return v;
  const text = String(v).trim();
  return text === '' ? null : text;
};

/** How many counted elements a part has, with any namespace prefix; stops counting beyond `most`. */
const elementsIn = (content: Buffer, most: number): number => {
  let found = 0;
  let tags = 0;
  let last = 0;
  for (let at = content.indexOf(LESS); at !== -1 && found <= most; at = content.indexOf(LESS, at + 1)) {
    if (++tags > MOST_TAGS) throw tooMany(`more than ${MOST_TAGS} tags`);
    if (at - last > LONGEST_PIECE) throw tooMany('a text or a tag of more than 100,000 characters');
    last = at;
    if (isCounted(content, at + 1)) found++;
  }
  return found;
};

const LESS = 0x3c;
const COLON = 0x3a;
const SLASH = 0x2f;
const GREATER = 0x3e;
const LONGEST_NAME = 64;

const isCounted = (content: Buffer, from: number): boolean => {
  let start = from;
  for (let at = from; at < content.length && at - from < LONGEST_NAME; at++) {
    const byte = content[at]!;
    if (byte === COLON) start = at + 1;
    else if (byte <= 0x20 || byte === SLASH || byte === GREATER || byte === LESS) {
      return COUNTED.some(
        (name) => name.length === at - start && content.compare(name, 0, name.length, start, at) === 0,
      );
    }
  }
  return false;
};

/** The stream of records in an older workbook's container. */
const recordsOf = (file: Buffer): Uint8Array => {
  try {
    const container = CFB.read(file, { type: 'buffer' });
    if (CFB.find(container, 'EncryptedPackage')) throw withPassword();
    const stream = CFB.find(container, 'Workbook') ?? CFB.find(container, 'Book');
    if (!stream) throw noWorkbook();
    return Uint8Array.from(stream.content as ArrayLike<number>);
  } catch (error) {
    throw error instanceof SheetRefused ? error : noWorkbook();
  }
};

const MANY_NUMBERS = 0xbd;
const MANY_BLANKS = 0xbe;
const SHARED_TEXTS = 0xfc;
/** Formula, blank, number, text, truth value or error, text in place, short number, shared text, row. */
const ONE_CELL = new Set([0x06, 0x201, 0x203, 0x204, 0x205, 0xd6, 0x27e, 0xfd, 0x208]);

/** How many cells, rows and texts the records contain: each record begins with its kind and its length. */
const cellsOfRecords = (records: Uint8Array): number => {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  let found = 0;
  for (let at = 0; at + 4 <= records.length;) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (ONE_CELL.has(kind)) found++;
    else if (kind === MANY_NUMBERS) found += Math.ceil(length / 6);
    else if (kind === MANY_BLANKS) found += Math.ceil(length / 2);
    else if (kind === SHARED_TEXTS && at + 12 <= records.length) found += view.getUint32(at + 8, true);
    at += 4 + length;
  }
  return found;
};
