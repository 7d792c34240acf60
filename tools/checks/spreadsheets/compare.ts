import { inert } from '@telemon/platform/spreadsheets/column';
import { ZoneClock } from '@telemon/platform/spreadsheets/zone-clock';
import type { OfficeCell, OfficeSheet } from './office.ts';

/** The value that a cell should show: a text, a number, a time, or nothing. */
export type Expected = string | number | Date | null;

/** Rows that /v1 answers: a value for each column, by its title. */
export type Answered = readonly Readonly<Record<string, Expected>>[];

/** Characters of a time in a CSV file before its distance from UTC. */
const WALL_CLOCK_LENGTH = '2026-05-01 10:00:00.000'.length;

/** Spreadsheets have 15 digits of a number. */
const isSameNumber = (cell: number, exported: number): boolean => cell === Number(exported.toPrecision(15));

/** The differences between an opened file and the export, in words. */
export class Comparison {
  readonly differences: string[] = [];
  cells = 0;
  readonly #sheet: OfficeSheet;
  readonly #clock: ZoneClock;

  constructor(sheet: OfficeSheet, zone: string) {
    this.#sheet = sheet;
    this.#clock = new ZoneClock(zone);
    if (sheet.formulas > 0) this.differences.push(`${sheet.formulas} formulas`);
    if (!sheet.hasFilter) this.differences.push('no filter on the titles');
  }

  get titles(): readonly string[] {
    return this.#sheet.rows[0]?.map((cell) => (cell.kind === 'text' ? cell.value : '')) ?? [];
  }

  /** Rows without the titles. */
  get rows(): number {
    return this.#sheet.rows.length - 1;
  }

  /** Compares every cell, titles included, with the same export as CSV. */
  withCsv(lines: readonly (readonly string[])[]): void {
    this.#count(lines.length);
    for (const [number, line] of lines.entries()) {
      const width = Math.max(line.length, this.#sheet.rows[number]?.length ?? 0);
      for (let place = 0; place < width; place++) {
        const cell = this.#cellAt(number, place);
        this.cells++;
        if (!equalsCsv(cell, line[place] ?? '')) this.#differs(number, place, line[place] ?? '', cell);
      }
    }
  }

  /**
   * Compares every cell, by its title, with /v1's answer.
   * @param later Its answer after the export: a cell may show either, because some values change meanwhile
   */
  withAnswer(rows: Answered, later: Answered = rows): void {
    this.#count(rows.length + 1);
    const { titles } = this;
    for (const [number, row] of rows.entries()) {
      for (const title of new Set([...titles, ...Object.keys(row)])) {
        const place = titles.indexOf(title);
        const cell = place < 0 ? undefined : this.#cellAt(number + 1, place);
        this.cells++;
        const expected = [row[title], later[number]?.[title]];
        if (!expected.some((each) => cell !== undefined && each !== undefined && this.#shows(cell, each)))
          this.#differs(number + 1, place, `${title}: ${expected.map(String).join(' or ')}`, cell);
      }
    }
  }

  #count(expected: number): void {
    const found = this.#sheet.rows.length;
    if (found !== expected) this.differences.push(`${found} rows instead of ${expected}, titles included`);
  }

  #cellAt(row: number, place: number): OfficeCell {
    return this.#sheet.rows[row]?.[place] ?? { kind: 'empty' };
  }

  #shows(cell: OfficeCell, expected: Expected): boolean {
    if (expected === null || expected === '') return cell.kind === 'empty';
    if (typeof expected === 'string') return cell.kind === 'text' && cell.value === expected;
    if (typeof expected === 'number') return cell.kind === 'number' && isSameNumber(cell.value, expected);
    const text = this.#clock.textAt(expected.getTime());
    return cell.kind === 'time' && cell.value === text.slice(0, WALL_CLOCK_LENGTH);
  }

  #differs(row: number, place: number, expected: string, cell: OfficeCell | undefined): void {
    this.differences.push(
      `row ${row + 1}, column ${place + 1}: ${JSON.stringify(expected)}, opened as ${JSON.stringify(cell)}`,
    );
  }
}

/** Whether a cell has the value of the CSV. */
const equalsCsv = (cell: OfficeCell, csv: string): boolean => {
  switch (cell.kind) {
    case 'empty':
      return csv === '';
    case 'text':
      return csv === inert(cell.value);
    case 'number':
      return csv !== '' && isSameNumber(cell.value, Number(csv));
    case 'time':
      return /[+-]\d\d:\d\d$/.test(csv) && csv.slice(0, WALL_CLOCK_LENGTH) === cell.value;
  }
};
