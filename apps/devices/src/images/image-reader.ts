import { Injectable, Optional } from '@nestjs/common';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { busy } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { stepEnded } from '@telemon/platform/progress';
import { fileURLToPath } from 'node:url';
import { FileReaderProcess } from '../files/file-reader-process.ts';
import type { RasterQuestion } from '../files/raster/raster-process.ts';
import type { ImageAnswer } from './image-program.ts';
import { NotReadInTime } from './read-image.ts';

interface Times {
  /** How long an image may take, ms: on a busy machine the process gets a few percent of a processor. */
  readonly withinMs: number;
  /** How often it is told meanwhile that there is progress, ms. */
  readonly toldEveryMs: number;
}

const TIMES: Times = { withinMs: 5 * MINUTE_MS, toldEveryMs: 5_000 };
/** The consumer reads one after the other. */
const MOST_WAITING = 8;
const HEAP_MB = 128;

// The program lies beside this file with the same extension: .ts, or .js once built.
const PROGRAM = fileURLToPath(new URL(`./image-program${import.meta.url.slice(-3)}`, import.meta.url));

/** Reads devices' images, one at a time, in a process of its own with bounds on its memory and time. */
@Injectable()
export class ImageReader {
  private readonly program: FileReaderProcess<RasterQuestion, ImageAnswer>;

  constructor(
    lifecycle: Lifecycle,
    @Optional() private readonly times: Times = TIMES,
  ) {
    this.program = new FileReaderProcess(PROGRAM, {
      heapMb: HEAP_MB,
      withinMs: times.withinMs,
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
  async read(content: Uint8Array): Promise<ImageAnswer | null> {
    // The process ends after so much of a processor's time, so as long as it lives it goes on, or waits for a busy machine.
    const telling = setInterval(stepEnded, this.times.toldEveryMs);
    try {
      return await this.program.ask(() => ({ content }));
    } finally {
      clearInterval(telling);
    }
  }
}
