import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Runnable } from '../../servers/runnable.ts';
import { find } from '../../servers/run.ts';
import { lastWords } from '../../start/log-file.ts';
import type { SmallDisk } from './small-disk.ts';
import { until } from '@telemon/testing/waiting';

const READY_WITHIN_MS = 60_000;

/** A real server that nobody starts again: it is away for as long as a drill wants it to be. */
export class DrilledServer {
  readonly #runnable: Runnable;
  readonly #logFile: string;
  readonly #disk: SmallDisk | null;
  #child: ChildProcess | null = null;
  /** Bytes of its log. */
  #saidBefore = 0;

  constructor(runnable: Runnable, logFile: string, disk: SmallDisk | null = null) {
    this.#runnable = runnable;
    this.#logFile = logFile;
    this.#disk = disk;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.#runnable.name} does not run`);
    return this.#child.pid;
  }

  /** By itself, or because somebody ended it. */
  get hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it says about its end since it was started last, as the launcher would tell it. */
  get lastWords(): string {
    return lastWords(readFileSync(this.#logFile).subarray(this.#saidBefore).toString('utf8').split('\n'));
  }

  /** Resolves when it answers. @throws where it ends before. */
  async start(): Promise<void> {
    const { name, command, cwd, env, ready } = this.#runnable;
    const log = openSync(this.#logFile, 'a');
    this.#saidBefore = fstatSync(log).size;
    const setpriv = find('setpriv');
    // Linux ends it, should the drill be killed.
    const guard = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--'];
    const guarded = [...guard, ...command];
    const [program, ...args] = (this.#disk?.commandOf(guarded, cwd) ?? guarded) as [string, ...string[]];
    this.#child = spawn(program, args, { cwd, env, stdio: ['ignore', log, log] });
    closeSync(log);
    await until(() => this.hasEnded || ready(), {
      timeoutMs: READY_WITHIN_MS,
      what: `${name} being ready`,
    });
    if (this.hasEnded) throw new Error(`${name} ended before it was ready`);
  }

  /** As a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stops it as a debugger does: its connections stay, and nothing answers on them. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }
}
