import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
  renameSync,
  openSync,
  fsyncSync,
  closeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { explainWriteFailure, Problem } from '../servers/problem.ts';
import type { Say } from '../servers/progress.ts';
import { tryLock } from './bare/lock.mjs';
import { isRunning, type ProcessIdentity } from './bare/process-identity.mjs';

/** With less space than this, the servers fail one after the other, each with its own message. */
const NEEDED_NEW_BYTES = 700 * 1024 * 1024;
const NEEDED_AGAIN_BYTES = 150 * 1024 * 1024;

const VARIABLE = 'DATA_DIR (--data)';

/** The persistent data of one installation, locked by one launcher at a time. */
export class DataFolder {
  readonly path: string;
  readonly logs: string;
  /** A file for each running process. */
  readonly run: string;
  readonly servers: string;
  readonly #release: () => void;

  private constructor(path: string, release: () => void) {
    this.path = path;
    this.logs = join(path, 'logs');
    this.run = join(path, 'run');
    this.servers = join(path, 'servers');
    this.#release = release;
  }

  /** Makes the folder if it is missing, and locks it. @throws Problem */
  static open(path: string): DataFolder {
    try {
      makeFolder(path);
      const isNew = readdirSync(path).length === 0;
      checkSpace(path, isNew ? NEEDED_NEW_BYTES : NEEDED_AGAIN_BYTES);
      const { release, holder } = tryLock(join(path, 'lock'));
      if (release === undefined) {
        throw new Problem(
          `Telemon already runs on ${path} (process ${holder.pid}). Stop it, or set ${VARIABLE} to another folder.`,
        );
      }
      const folder = new DataFolder(path, release);
      for (const inside of [folder.logs, folder.run, folder.servers]) mkdirSync(inside, { recursive: true });
      return folder;
    } catch (error) {
      throw explainWriteFailure(error, path, VARIABLE);
    }
  }

  close(): void {
    this.#release();
  }

  /** The object in a file of this folder; null if there is none. @throws Problem if it can't be read */
  read<T>(name: string): T | null {
    try {
      return JSON.parse(readFileSync(join(this.path, name), 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new Problem(
        `${join(this.path, name)} can't be read (${(error as Error).message}). Put a whole copy of it back.`,
        { cause: error },
      );
    }
  }

  /** Writes an object to a file atomically. Only its owner may read it. @throws Problem if it can't be written */
  write(name: string, value: unknown): void {
    const path = join(this.path, name);
    try {
      const file = openSync(`${path}.new`, 'w', 0o600);
      writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
      fsyncSync(file);
      closeSync(file);
      chmodSync(`${path}.new`, 0o600);
      renameSync(`${path}.new`, path);
    } catch (error) {
      throw explainWriteFailure(error, this.path, VARIABLE);
    }
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  /** Ends the processes that a killed launcher left running: services at once, servers in an orderly way. */
  async endOrphans(say: Say, patienceMs = 15_000): Promise<void> {
    const orphans = readdirSync(this.run).flatMap((file) => {
      const path = join(this.run, file);
      const orphan = readOrphan(path);
      if (orphan === null || !isRunning(orphan)) {
        rmSync(path, { force: true });
        return [];
      }
      return [{ ...orphan, path }];
    });
    if (orphans.length === 0) return;
    say(`Ending processes that the last run left behind: ${orphans.map(({ name }) => name).join(', ')} …`);
    await Promise.all(
      orphans.map(async (orphan) => {
        signal(orphan, orphan.onLauncherDeath);
        for (let waitedMs = 0; isRunning(orphan); waitedMs += 50) {
          if (waitedMs >= patienceMs) signal(orphan, 'SIGKILL');
          await delay(50);
        }
        rmSync(orphan.path, { force: true });
      }),
    );
  }
}

interface Orphan extends ProcessIdentity {
  readonly name: string;
  readonly onLauncherDeath: 'SIGTERM' | 'SIGKILL';
}

function readOrphan(path: string): Orphan | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Orphan;
  } catch {
    return null;
  }
}

function signal({ pid }: Orphan, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
    process.kill(pid, 'SIGCONT');
  } catch {
    // It ended by itself.
  }
}

/** Makes a folder and its parents. Node's own `recursive` never returns where none can be made, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start was faster.
    if (!existsSync(path)) throw error;
  }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

function checkSpace(path: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize >= neededBytes) return;
  throw new Problem(
    `The disk of ${path} has ${megabytes(bavail * bsize)} left; Telemon needs ${megabytes(neededBytes)} to start. ` +
      `Free some space, or set ${VARIABLE} to a folder elsewhere.`,
  );
}
