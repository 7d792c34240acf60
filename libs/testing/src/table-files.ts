import { type ZipLies, type ZipPart, zipFile } from './zip-file.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** The parts of a workbook whose first sheet holds this XML: rows, and the elements after them. */
export const workbookParts = (rows: string, after = ''): ZipPart[] => [
  {
    name: '[Content_Types].xml',
    content:
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/${SHEET_PART}" ContentType="${TYPE}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content:
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    name: 'xl/styles.xml',
    content: `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  },
  {
    name: SHEET_PART,
    content: `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  },
];

/** A workbook (.xlsx) whose first sheet holds this XML; `lies` are false entries about the sheet's part. */
export const workbookOf = (
  rows: string,
  { after = '', ...lies }: ZipLies & { after?: string } = {},
): Buffer =>
  zipFile(workbookParts(rows, after).map((part) => (part.name === SHEET_PART ? { ...part, ...lies } : part)));

const cell = (value: number | string | null, place: string): string => {
  if (value === null) return '';
  return typeof value === 'number'
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
};

/** Rows of raw and value as a sheet's XML. */
export const sheetRows = (rows: readonly (readonly (number | string | null)[])[]): string =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((each, column) => cell(each, `${'ABCDE'[column]}${row + 1}`)).join('')}</row>`,
    )
    .join('');

/** A table as an uploaded workbook. */
export const tableWorkbook = (rows: readonly (readonly (number | string | null)[])[]): Buffer =>
  workbookOf(sheetRows(rows));

interface BadTable {
  /** Its fault, as the test's name. */
  name: string;
  fileName: string;
  make: () => Buffer;
  status: 413 | 422;
  /** The message that the uploader gets. */
  says: RegExp;
}

const MB = 1_048_576;
const GOOD = sheetRows([
  [0, 0],
  [10, 100],
]);
const text = (content: string) => () => Buffer.from(content);
const xlsx = (name: string, make: () => Buffer, says: RegExp, status: 413 | 422 = 422): BadTable => ({
  name,
  fileName: 'table.xlsx',
  make,
  status,
  says,
});
const csv = (name: string, content: string, says: RegExp): BadTable => ({
  name,
  fileName: 'table.csv',
  make: text(content),
  status: 422,
  says,
});

/** Tables that must not be accepted, made to harm or only wrong. */
export const BAD_TABLES: readonly BadTable[] = [
  xlsx(
    'a bomb of 100 MB',
    () => workbookOf(' '.repeat(100 * MB)),
    /more than 20 MB once it is unpacked/,
    413,
  ),
  xlsx(
    'a bomb that says it is small',
    () => workbookOf(GOOD + ' '.repeat(100 * MB), { unpacked: 2_000 }),
    /damaged/,
  ),
  xlsx('a part that is smaller than it says', () => workbookOf(GOOD, { unpacked: 5_000 }), /damaged/),
  xlsx('a part of another checksum', () => workbookOf(GOOD, { crc: 1 }), /damaged/),
  xlsx(
    'a part that is called otherwise where it stands',
    () => workbookOf(GOOD, { localName: 'xl/worksheets/other1.xml' }),
    /damaged/,
  ),
  xlsx(
    'a hundred parts in the same place',
    () => {
      const parts = workbookParts(GOOD);
      const content = 'x'.repeat(100_000);
      const first = parts.push({ name: 'xl/worksheets/x.xml', content }) - 1;
      for (let index = 0; index < 100; index++) {
        parts.push({ name: 'xl/worksheets/x.xml', content, sameAs: first, localName: 'xl/worksheets/x.xml' });
      }
      return zipFile(
        parts.map((part, index) => (index > first ? { ...part, name: `xl/worksheets/${index}.xml` } : part)),
      );
    },
    /damaged/,
  ),
  xlsx(
    'a million rows',
    () => workbookOf('<row><c/></row>'.repeat(1_000_000)),
    /more than 150000 rows and cells/,
  ),
  xlsx(
    'a million rows with a prefix in their names',
    () => workbookOf('<x:row><x:c/></x:row>'.repeat(900_000)),
    /more than 150000 rows and cells/,
  ),
  xlsx(
    '16,000 columns',
    () => workbookOf(`<row r="1">${'<c><v>1</v></c>'.repeat(16_000)}</row>`),
    /Row 1, column C: there is something beside the 2 columns/,
  ),
  xlsx(
    '20,001 rows',
    () => tableWorkbook(Array.from({ length: 20_001 }, (_, row) => [row, row])),
    /more than 20000 rows/,
  ),
  xlsx(
    'half a million shared texts',
    () =>
      zipFile([
        ...workbookParts(GOOD),
        {
          name: 'xl/sharedStrings.xml',
          content: `<sst xmlns="${MAIN}">${'<si/>'.repeat(500_000)}</sst>`,
        },
      ]),
    /more than 150000/,
  ),
  xlsx(
    'a text of 5 MB in a cell',
    () =>
      workbookOf(`${GOOD}<row r="3"><c r="A3" t="inlineStr"><is><t>${'a'.repeat(5 * MB)}</t></is></c></row>`),
    /a text or a tag of more than 100,000/,
  ),
  xlsx(
    'a tag of 5 MB',
    () => workbookOf(`<row ${'a="1" '.repeat(900_000)}/>${GOOD}`),
    /a text or a tag of more/,
  ),
  xlsx(
    'a sheet of 19 MB',
    () => workbookOf(`${GOOD}${`<!-- ${'nothing '.repeat(12)}-->`.repeat(180_000)}`),
    /more than 6 MB beside its other sheets/,
  ),
  xlsx(
    '300,000 formats',
    () =>
      zipFile(
        workbookParts(GOOD).map((part) =>
          part.name === 'xl/styles.xml'
            ? {
                ...part,
                content: `<styleSheet xmlns="${MAIN}"><cellXfs>${'<xf/>'.repeat(300_000)}</cellXfs></styleSheet>`,
              }
            : part,
        ),
      ),
    /more than 1 MB of formats/,
  ),
  xlsx(
    'a formula',
    () =>
      workbookOf(
        `${GOOD}<row r="3"><c r="A3"><v>20</v></c><c r="B3"><f>WEBSERVICE("http://127.0.0.1/")</f><v>200</v></c></row>`,
      ),
    /Row 3, column B \(value\) holds a formula/,
  ),
  xlsx(
    'a date',
    () => workbookOf(`${GOOD}<row r="3"><c r="A3" s="1"><v>46000</v></c><c r="B3"><v>200</v></c></row>`),
    /Row 3, column A \(raw\) holds a date/,
  ),
  xlsx(
    'merged cells',
    () => workbookOf(GOOD, { after: '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>' }),
    /Row 2, column A: merged cells/,
  ),
  xlsx(
    'a bomb of entities',
    () => {
      const entities = Array.from(
        { length: 20 },
        (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};&e${index};&e${index};">`,
      );
      const part = `<!DOCTYPE x [<!ENTITY e0 "12345">${entities.join('')}]>`;
      return zipFile(
        workbookParts(
          `${GOOD}<row r="3"><c r="A3" t="inlineStr"><is><t>&e20;</t></is></c><c r="B3"><v>1</v></c></row>`,
        ).map((each) =>
          each.name === SHEET_PART
            ? { ...each, content: String(each.content).replace('?>\n', `?>\n${part}`) }
            : each,
        ),
      );
    },
    /Row 3, column A \(raw\) is not a number/,
  ),
  xlsx('a password', () => workbookOf(GOOD, { isEncrypted: true }), /password/),
  xlsx(
    'half of it missing',
    () =>
      tableWorkbook([
        [0, 0],
        [1, 1],
      ]).subarray(0, 900),
    /damaged/,
  ),
  xlsx(
    'parts of no workbook',
    () =>
      zipFile([
        { name: '../../etc/passwd', content: 'root' },
        { name: 'a.txt', content: 'a' },
      ]),
    /not a workbook/,
  ),
  xlsx('nothing in it', () => workbookOf(''), /empty|at least 2 rows/),
  xlsx('a PDF document under its name', text('%PDF-1.7\n1 0 obj\n'), /PDF document/),
  {
    ...xlsx('a web page under its name', text('<html><table><tr><td>1</td></tr></table>'), /web page/),
    fileName: 'table.xls',
  },
  { ...csv('a program under two names', 'MZ\0\0', /Choose a file of type/), fileName: 'table.csv.exe' },
  {
    ...csv('a picture under its name', '', /a picture/),
    make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  },
  {
    ...csv('bytes without meaning', '', /neither a workbook nor a text/),
    make: () => Buffer.from([1, 2, 0, 3, 0, 0, 9, 8]),
  },
  csv(
    '20,001 rows of text',
    Array.from({ length: 20_001 }, (_, row) => `${row},${row}`).join('\n'),
    /more than 20000 rows/,
  ),
  csv('one line of 4 MB', '1'.repeat(4 * MB), /Row 1 is longer than 10000 characters/),
  csv('raw values that fall', '1,1\n3,3\n2,2', /Row 3, column A \(raw\): the raw value is less/),
  csv('a raw value twice', 'raw,value\n1,1\n1.0,2', /Row 3, column A \(raw\): the raw value is there twice/),
  csv('a word among the values', '1,1\n2,two\n3,3', /Row 2, column B \(value\) is not a number/),
  csv('a cell left out', '1,1\n2\n3,3', /Row 2, column B \(value\) is empty/),
  csv('infinity', '1,1\n2,Infinity\n3,3', /Row 2, column B \(value\) is not a number/),
  csv('a number beyond all bounds', '1,1\n2,1e16', /Row 2, column B \(value\) lies beyond ±1e15/),
  csv('a formula of a text', '1,1\n2,=1+1', /Row 2, column B \(value\) is not a number/),
  csv('a quotation mark left open', '1,1\n"2,2', /Row 2, column A: a quotation mark is not closed/),
  csv('a third column', '1,1,1\n2,2,2', /Row 1, column C: there is something/),
  csv('commas and points mixed', '1,5;1\n2.5;2', /Row 2, column A: a decimal point/),
  csv('one row alone', 'raw,value\n1,1', /at least 2 rows/),
];

/** A bad table of each file type and status: for specs of the layers above the reader, whose own spec has them all. */
export const BAD_TABLE_OF_EACH_KIND: readonly BadTable[] = [
  ...new Map(BAD_TABLES.map((bad) => [`${bad.status} ${bad.fileName}`, bad])).values(),
];
