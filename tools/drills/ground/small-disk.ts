import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../servers/problem.ts';

const IS_ROOT = process.getuid?.() === 0;
/** Whoever is not root may mount in a world of its own, where Linux is set up to allow it. */
const APART = IS_ROOT ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
const ENTER = IS_ROOT ? ['--mount'] : ['--user', '--preserve-credentials', '--mount'];
/** Mounts, says so, and stays for as long as the drill holds its standard input open. */
const HOLD = 'mount -t tmpfs -o size="$2" tmpfs "$1" && echo mounted && exec cat';
const LARGEST_WRITE = 1_048_576;
const SMALLEST_WRITE = 1_024;
const NOTHING = Buffer.alloc(LARGEST_WRITE);
const FILLED_EVERY_MS = 20;

/**
 * A small file system in memory, in place of a folder. Only programs that `commandOf` starts see it; it is gone when the
 * drill is, however that ends.
 */
export class SmallDisk {
  readonly #holder: ChildProcess;
  /** The folder, as this process reaches it. */
  readonly #path: string;
  #keepsFull = false;
  #filling: Promise<void> | undefined;

  private constructor(holder: ChildProcess, folder: string) {
    this.#holder = holder;
    this.#path = join('/proc', String(holder.pid), 'root', folder);
  }

  /** Puts a disk in place of a folder, with what is in that folder. */
  static async inPlaceOf(folder: string, megabytes: number): Promise<SmallDisk> {
    const args = [...APART, 'sh', '-c', HOLD, 'hold', folder, `${megabytes}m`];
    const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    holder.stderr.on('data', (bytes: Buffer) => (said += String(bytes)));
    const failed = Promise.withResolvers<never>();
    holder.once('error', ({ message }) => failed.reject(needsMount(message)));
    holder.once('close', () => failed.reject(needsMount(said.trim())));
    await Promise.race([once(holder.stdout, 'data'), failed.promise]);
    failed.promise.catch(() => undefined);
    const disk = new SmallDisk(holder, folder);
    await cp(folder, disk.#path, { recursive: true });
    return disk;
  }

  /** The command by which a program runs with this disk. */
  commandOf(command: readonly string[], cwd = '/'): string[] {
    return ['nsenter', '--target', String(this.#holder.pid), ...ENTER, `--wd=${cwd}`, '--', ...command];
  }

  /** Takes all the room that is left, and whatever room a server makes by its own clearing up, until it is freed. */
  async fill(): Promise<void> {
    await this.#takeRoom();
    this.#keepsFull = true;
    this.#filling = this.#keepFull();
  }

  /** Gives the room back. */
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
    `A full disk can be tried only where a small one can be mounted (${reason}). Run it as root, or allow namespaces of users: sysctl kernel.unprivileged_userns_clone=1`,
  );
