import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Row, SheetPlan, SheetWriter } from './column.ts';
import { DelimitedWriter } from './delimited-writer.ts';
import { WorkbookWriter } from './workbook-writer.ts';

/** A step of one of the files: it begins, gets rows, ends, or is given up. All but the last are answered. */
export type SheetStep = { file: number } & (
  { begin: SheetPlan } | { rows: readonly Row[] } | { end: true } | { drop: true }
);
/** The next part of a file, or the reason why it can't go on. */
export type SheetGrowth = { file: number; bytes: Uint8Array<ArrayBuffer> } | { file: number; error: string };

interface OpenSheet {
  writer: SheetWriter;
  bytes: Uint8Array[];
}

const opened = (plan: SheetPlan): OpenSheet => {
  const bytes: Uint8Array[] = [];
  const take = (piece: Uint8Array) => void bytes.push(piece);
  const writer = plan.format === 'xlsx' ? new WorkbookWriter(plan, take) : new DelimitedWriter(plan, take);
  return { writer, bytes };
};

// On Linux this is the priority of the thread alone: readings and pages come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const sheets = new Map<number, OpenSheet>();

const grow = async (step: SheetStep): Promise<Uint8Array<ArrayBuffer>> => {
  if ('begin' in step) sheets.set(step.file, opened(step.begin));
  const { writer, bytes } = sheets.get(step.file)!;
  if ('rows' in step) await writer.write(step.rows);
  if ('end' in step) {
    await writer.end();
    sheets.delete(step.file);
  }
  // In a buffer of its own, which the message takes along.
  return new Uint8Array(Buffer.concat(bytes.splice(0)));
};

/** A thread that writes spreadsheets: to write a row takes ten times as long as to read it from the database. */
parentPort!.on('message', (step: SheetStep) => {
  const { file } = step;
  const tell = (growth: SheetGrowth, taken: ArrayBuffer[] = []) => parentPort!.postMessage(growth, taken);
  if ('drop' in step) {
    sheets.delete(file);
    return;
  }
  grow(step).then(
    (bytes) => tell({ file, bytes }, [bytes.buffer]),
    (error: Error) => {
      sheets.delete(file);
      tell({ file, error: error.message });
    },
  );
});
