import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Say } from '../servers/progress.ts';
import type { Runnable } from '../servers/runnable.ts';
import { Supervised } from '../start/supervise.ts';
import type { MeasuredProcess } from './processes.ts';

/** A program to compare with Telemon; a line in its log says that it is ready. */
export interface ComparedProgram {
  readonly name: string;
  readonly command: Runnable['command'];
  readonly env?: Readonly<Record<string, string>>;
  readonly readyWhenItSays: string;
}

/** The processes of a side other than Telemon, supervised as the launcher supervises Telemon's. */
export class SupervisedGroup {
  readonly #folder: string;
  readonly #say: Say;
  readonly #started: Supervised[] = [];

  constructor(folder: string, say: Say) {
    this.#folder = folder;
    this.#say = say;
  }

  /** Starts a process and waits until it is ready. */
  async start(runnable: Runnable): Promise<void> {
    const folders = { logs: join(this.#folder, 'logs'), run: join(this.#folder, 'run') };
    await Promise.all(Object.values(folders).map((path) => mkdir(path, { recursive: true })));
    const supervised = new Supervised(runnable, { ...folders, say: this.#say });
    this.#started.push(supervised);
    await supervised.start();
  }

  /** Starts a program in its own folder, and waits until its log says that it is ready. */
  async startProgram({ name, command, env, readyWhenItSays }: ComparedProgram, cwd: string): Promise<void> {
    await mkdir(cwd, { recursive: true });
    await this.start({
      name,
      command,
      cwd,
      env: { NODE_ENV: 'production', HOME: cwd, PATH: '/usr/bin:/bin', ...env },
      ready: () =>
        readFile(join(this.#folder, 'logs', `${name}.log`), 'utf8').then(
          (log) => log.includes(readyWhenItSays),
          () => false,
        ),
      onLauncherDeath: 'SIGTERM',
      stopWithinMs: 5_000,
    });
  }

  get processes(): readonly MeasuredProcess[] {
    return this.#started.map(({ runnable, pid }) => ({ name: runnable.name, pid: pid! }));
  }

  /** Stops the processes in reverse order of their start. */
  async stop(): Promise<void> {
    for (const process of this.#started.toReversed()) await process.stop();
  }
}
