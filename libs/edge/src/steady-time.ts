import type { SteadyTime } from '@telemon/contracts/readings';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** In it, Linux names the time since the machine was started, the same in all containers. */
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';
/** So many of its letters tell any two apart. */
const LETTERS = 8;

const bootId = (): string => {
  try {
    return readFileSync(BOOT_ID_FILE, 'utf8').slice(0, LETTERS);
  } catch {
    // Another system: each process has a clock of its own.
    return randomUUID().slice(0, LETTERS);
  }
};
const boot = bootId();

/** The present time by the machine's clock that nobody can set. */
export const steadyTime = (): SteadyTime => ({
  boot,
  upMs: Number(process.hrtime.bigint() / 1_000_000n),
});
