import { type SheetBounds, SheetRefused, type SheetRow } from './sheet.ts';
import { rowsOfFile } from './sheet-file.ts';

/**
 * A process that reads one file and ends. A malicious file may exhaust memory or time: then this process dies, not the one that
 * takes readings in.
 */
export interface SheetQuestion {
  file: Uint8Array;
  bounds: SheetBounds;
}
export type SheetAnswer = { rows: SheetRow[] } | { refusal: string; isTooLarge: boolean };

process.title = 'telemon-devices-sheet';

process.once('message', ({ file, bounds }: SheetQuestion) => {
  process.send!(answerTo(Buffer.from(file.buffer, file.byteOffset, file.byteLength), bounds), () =>
    process.disconnect(),
  );
});

const answerTo = (file: Buffer, bounds: SheetBounds): SheetAnswer => {
  try {
    return { rows: rowsOfFile(file, bounds) };
  } catch (error) {
    if (error instanceof SheetRefused) return { refusal: error.message, isTooLarge: error.isTooLarge };
    throw error;
  }
};
