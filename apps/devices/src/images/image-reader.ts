import { Injectable, Optional } from '@nestjs/common';
import { busy } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { fileURLToPath } from 'node:url';
import { FileReaderProcess } from '../files/file-reader-process.ts';
import type { RasterQuestion } from '../files/raster/raster-process.ts';
import type { ImageAnswer } from './image-program.ts';
import { NotReadInTime, type ReadImage } from './read-image.ts';

/** Shorter than the silence after which a consumer counts as dead, ms. */
const READ_WITHIN_MS = 20_000;
/** The consumer reads one after the other. */
const MOST_WAITING = 8;
const HEAP_MB = 128;

// The program lies beside this file with the same extension: .ts, or .js once built.
const PROGRAM = fileURLToPath(new URL(`./image-program${import.meta.url.slice(-3)}`, import.meta.url));

/** Reads devices' images, one at a time, in a process of its own with bounds on its memory and time. */
@Injectable()
export class ImageReader {
  private readonly program: FileReaderProcess<RasterQuestion, ImageAnswer>;

  constructor(lifecycle: Lifecycle, @Optional() withinMs: number = READ_WITHIN_MS) {
    this.program = new FileReaderProcess(PROGRAM, {
      heapMb: HEAP_MB,
      withinMs,
      mostWaiting: MOST_WAITING,
      tooMany: busy,
      // The machine may be busy: the process itself ends after too much of the processor's time.
      tookTooLong: () => new NotReadInTime('an image was not read in time'),
    });
    lifecycle.onStop(() => this.program.stop());
  }

  /**
   * The image in a payload, or why there is none; null if it takes too much of the processor or memory.
   * @throws NotReadInTime; unavailable if no process can be started.
   */
  read(content: Uint8Array): Promise<{ read: ReadImage } | { refusal: string } | null> {
    return this.program.ask(() => ({ content }));
  }
}
