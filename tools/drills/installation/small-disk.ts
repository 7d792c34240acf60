import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../servers/problem.ts';

const IS_ROOT = process.getuid?.() === 0;
/** Without root, mounting needs a user namespace, which Linux may forbid. */
const APART = IS_ROOT ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
const ENTER = IS_ROOT ? ['--mount'] : ['--user', '--preserve-credentials', '--mount'];
/** Mounts, prints `mounted`, and runs until its standard input is closed. */
const HOLD = 'mount -t tmpfs -o size="$2" tmpfs "$1" && echo mounted && exec cat';
const LARGEST_WRITE = 1_048_576;
const SMALLEST_WRITE = 1_024;
const NOTHING = Buffer.alloc(LARGEST_WRITE);
const FILLED_EVERY_MS = 20;

/**
 * A small tmpfs, mounted over a folder in a mount namespace of its own. Only programs that run with `commandOf` see it. It disappears
 * when the drill ends, even by a kill.
 */
export class SmallDisk {
  readonly #holder: ChildProcess;
  /** The path of the mounted folder for this process. */
  readonly #path: string;
  #keepsFull = false;
  #filling: Promise<void> | undefined;

  private constructor(holder: ChildProcess, folder: string) {
    this.#holder = holder;
    this.#path = join('/proc', String(holder.pid), 'root', folder);
  }

  /** Mounts a disk over a folder, and copies the folder's files onto it. @throws Problem if the mount fails. */
  static async inPlaceOf(folder: string, megabytes: number): Promise<SmallDisk> {
    const args = [...APART, 'sh', '-c', HOLD, 'hold', folder, `${megabytes}m`];
    const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let errors = '';
    holder.stderr.on('data', (bytes: Buffer) => (errors += String(bytes)));
    const failed = Promise.withResolvers<never>();
    holder.once('error', ({ message }) => failed.reject(needsMount(message)));
    holder.once('close', () => failed.reject(needsMount(errors.trim())));
    await Promise.race([once(holder.stdout, 'data'), failed.promise]);
    failed.promise.catch(() => undefined);
    const disk = new SmallDisk(holder, folder);
    await cp(folder, disk.#path, { recursive: true });
    return disk;
  }

  /** The command that runs a program with this disk. */
  commandOf(command: readonly string[], cwd = '/'): string[] {
    return ['nsenter', '--target', String(this.#holder.pid), ...ENTER, `--wd=${cwd}`, '--', ...command];
  }

  /** Fills the disk, and keeps it full while a server deletes files, until `free` is called. */
  async fill(): Promise<void> {
    await this.#takeRoom();
    this.#keepsFull = true;
    this.#filling = this.#keepFull();
  }

  /** Deletes the filler. */
  async free(): Promise<void> {
    this.#keepsFull = false;
    await this.#filling;
    await rm(this.#filler, { force: true });
  }

  async remove(): Promise<void> {
    if (this.#holder.exitCode !== null) return;
    const ended = once(this.#holder, 'close');
    this.#holder.stdin?.end();
    await ended;
  }

  async #keepFull(): Promise<void> {
    while (this.#keepsFull) {
      await delay(FILLED_EVERY_MS);
      await this.#takeRoom();
    }
  }

  async #takeRoom(): Promise<void> {
    const file = await open(this.#filler, 'a');
    try {
      for (let size = LARGEST_WRITE; size >= SMALLEST_WRITE;) {
        const { bytesWritten } = await file.write(NOTHING.subarray(0, size)).catch(noneWhereFull);
        if (bytesWritten < size) size /= 2;
      }
    } finally {
      await file.close();
    }
  }

  get #filler(): string {
    return join(this.#path, 'filler');
  }
}

const noneWhereFull = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOSPC') throw error;
  return { bytesWritten: 0 };
};

const needsMount = (reason: string): Problem =>
  new Problem(
    `The drill can't mount a small disk (${reason}). Run it as root, or allow user namespaces: sysctl kernel.unprivileged_userns_clone=1`,
  );
