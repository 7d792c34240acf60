import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bringFaketime } from '../../servers/faketime.ts';
import type { Say } from '../../servers/progress.ts';

/**
 * The clock of a ground, which can be set: all its services and servers have the same, as one machine has. Time that is measured from
 * some moment to another (CLOCK_MONOTONIC) goes on evenly, as it does where a clock is set. NATS alone has the true
 * clock, as it asks the kernel without the C library; nothing of what it does depends on the date.
 */
export class DrilledClock {
  /** What the processes are started with. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #file: string;
  /** How far it is from the true one, ms. */
  movedMs = 0;

  private constructor(library: string, file: string) {
    this.#file = file;
    this.variables = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // It is looked at whenever somebody asks for the time, so that all see it move at once.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Debian's is built with the mending of an old fault of glibc, with which Java's threads wait for ever.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
      NO_FAKE_STAT: '1',
    };
  }

  static async bring(folder: string, say: Say): Promise<DrilledClock> {
    const clock = new DrilledClock(await bringFaketime(say), join(folder, 'clock'));
    await clock.moveTo(0);
    return clock;
  }

  /** Sets it so far from the true one, ms. */
  async moveTo(movedMs: number): Promise<void> {
    this.movedMs = movedMs;
    // Nobody may find it half written.
    const written = `${this.#file}.new`;
    await writeFile(written, `${movedMs < 0 ? '' : '+'}${movedMs / 1_000}`);
    await rename(written, this.#file);
  }
}
