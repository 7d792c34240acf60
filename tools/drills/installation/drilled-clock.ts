import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bringFaketime } from '../../servers/faketime.ts';
import type { Say } from '../../servers/progress.ts';

/**
 * A settable clock that all services and servers of an installation share. The monotonic clock (CLOCK_MONOTONIC) goes on evenly, as
 * it does when a real clock is set. Only NATS has the true time, because it asks the kernel without the C library; nothing in it
 * depends on the date.
 */
export class DrilledClock {
  /** Environment variables for the processes. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #file: string;
  /** Offset from the true time. */
  movedMs = 0;

  private constructor(library: string, file: string) {
    this.#file = file;
    this.variables = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // The file is read at each query of the time, so that all processes see a change at once.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Debian's build works around an old glibc bug; with that workaround, Java's threads wait forever.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
      NO_FAKE_STAT: '1',
    };
  }

  static async bring(folder: string, say: Say): Promise<DrilledClock> {
    const clock = new DrilledClock(await bringFaketime(say), join(folder, 'clock'));
    await clock.moveTo(0);
    return clock;
  }

  /** Sets its offset from the true time. */
  async moveTo(movedMs: number): Promise<void> {
    this.movedMs = movedMs;
    // The rename keeps processes from reading a half-written file.
    const written = `${this.#file}.new`;
    await writeFile(written, `${movedMs < 0 ? '' : '+'}${movedMs / 1_000}`);
    await rename(written, this.#file);
  }
}
