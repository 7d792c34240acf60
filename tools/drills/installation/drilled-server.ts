import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Runnable } from '../../servers/runnable.ts';
import { find } from '../../servers/run.ts';
import { lastWords } from '../../start/log-file.ts';
import type { SmallDisk } from './small-disk.ts';
import { until } from '@telemon/testing/waiting';

const READY_WITHIN_MS = 60_000;

/** A real server without a supervisor: it stays down until the drill starts it again. */
export class DrilledServer {
  readonly #runnable: Runnable;
  readonly #logFile: string;
  readonly #disk: SmallDisk | null;
  #child: ChildProcess | null = null;
  /** Size of its log at its last start, bytes. */
  #logSizeBefore = 0;

  constructor(runnable: Runnable, logFile: string, disk: SmallDisk | null = null) {
    this.#runnable = runnable;
    this.#logFile = logFile;
    this.#disk = disk;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.#runnable.name} does not run`);
    return this.#child.pid;
  }

  /** Whether it exited or was killed. */
  get hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The reason for its end according to its log since the last start, as the launcher would report it. */
  get lastWords(): string {
    return lastWords(readFileSync(this.#logFile).subarray(this.#logSizeBefore).toString('utf8').split('\n'));
  }

  /** Resolves when it is ready. @throws if it ends before, or is not ready in time. */
  async start(): Promise<void> {
    const { name, command, cwd, env, ready } = this.#runnable;
    const log = openSync(this.#logFile, 'a');
    this.#logSizeBefore = fstatSync(log).size;
    const setpriv = find('setpriv');
    // Linux kills the server if the drill is killed.
    const guard = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--'];
    const guarded = [...guard, ...command];
    const [program, ...args] = (this.#disk?.commandOf(guarded, cwd) ?? guarded) as [string, ...string[]];
    this.#child = spawn(program, args, { cwd, env, stdio: ['ignore', log, log] });
    closeSync(log);
    await until(() => this.hasEnded || ready(() => undefined), {
      timeoutMs: READY_WITHIN_MS,
      what: `${name} being ready`,
    });
    if (this.hasEnded) throw new Error(`${name} ended before it was ready`);
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends it: its connections stay open, but it does not answer. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }
}
