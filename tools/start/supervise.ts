import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inOneLine, Problem } from '../servers/problem.ts';
import { seconds, type Say } from '../servers/progress.ts';
import type { Runnable } from '../servers/runnable.ts';
import { find } from '../servers/run.ts';
import { BackOff, RESTARTS, type BackOffTimes } from './back-off.ts';
import { lastWords, LogFile } from './log-file.ts';
import { identify } from './bare/process-identity.mjs';

export interface Surroundings {
  /** Where the logs go, a file per process. */
  readonly logs: string;
  /** Where each process is written down while it runs. */
  readonly run: string;
  readonly say: Say;
  readonly times?: Partial<SupervisionTimes>;
}

interface SupervisionTimes {
  readonly askEveryMs: number;
  readonly aliveEveryMs: number;
  /** Silent for this long, it hangs. */
  readonly hangsAfterMs: number;
  /** A process that just began may take this long for its first sign of life. */
  readonly beginsWithinMs: number;
  readonly backOff: BackOffTimes;
}

const TIMES: SupervisionTimes = {
  askEveryMs: 75,
  aliveEveryMs: 5_000,
  hangsAfterMs: 30_000,
  beginsWithinMs: 90_000,
  backOff: RESTARTS,
};

interface End {
  readonly code: number | null;
  readonly how: string;
  readonly ranMs: number;
}

/** A process that ends this often without ever having been ready never will be. */
const FUTILE_STARTS = 8;

/** What a process ends with when its configuration is wrong: starting it again changes nothing. */
const EX_CONFIG = 78;

/** Keeps one process running until it is told to stop: starts it, asks whether it is ready, starts it again when it ends. */
export class Supervised {
  readonly runnable: Runnable;
  readonly #surroundings: Surroundings;
  readonly #times: SupervisionTimes;
  readonly #log: LogFile;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  #child: ChildProcess | null = null;
  #wasReady = false;
  #kept: Promise<void> | null = null;

  constructor(runnable: Runnable, surroundings: Surroundings) {
    this.runnable = runnable;
    this.#surroundings = surroundings;
    this.#times = { ...TIMES, ...surroundings.times };
    this.#log = new LogFile(join(surroundings.logs, `${runnable.name}.log`));
    this.#firstReady.promise.catch(() => undefined);
  }

  get wasReady(): boolean {
    return this.#wasReady;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when it is ready for the first time. Rejects when it is stopped before, or can never become ready. */
  start(): Promise<void> {
    this.#kept ??= this.#keep();
    return this.#firstReady.promise;
  }

  /** Asks it to end, and ends it when it doesn't. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child !== null) {
      child.kill('SIGTERM');
      // Held by a SIGSTOP it couldn't even end.
      child.kill('SIGCONT');
      const impatience = setTimeout(() => endAtOnce(child), this.runnable.stopWithinMs);
      await this.#kept;
      clearTimeout(impatience);
    }
    await this.#kept;
    this.#firstReady.reject(new Error(`${this.runnable.name} was stopped`));
    this.#log.close();
  }

  async #keep(): Promise<void> {
    const { name } = this.runnable;
    const backOff = new BackOff(this.#times.backOff);
    for (let starts = 1; !this.#stopping.signal.aborted; starts += 1) {
      const end = await this.#runOnce(starts > 1);
      if (this.#stopping.signal.aborted) return;
      if (end.code === 0 && this.runnable.mayEnd === true) return;
      if (!this.#wasReady && (end.code === EX_CONFIG || starts >= FUTILE_STARTS)) {
        this.#firstReady.reject(
          new Problem(`${name} ${end.how} and can't be started. Its log: ${this.#log.path}`),
        );
        return;
      }
      const waitMs = backOff.after(end.ranMs);
      this.#surroundings.say(`${name} ${end.how}; starting it again in ${seconds(waitMs)}`);
      await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** From the start of the process to its end. */
  async #runOnce(isRestart: boolean): Promise<End> {
    const from = performance.now();
    this.#log.beginRun();
    const child = spawnRunnable(this.runnable);
    this.#child = child;
    const ended = this.#endOf(child);
    this.#writeDown(child);
    this.#log.follow(child.stdout!);
    this.#log.follow(child.stderr!);
    const over = new AbortController();
    const watching = this.#watch(child, over.signal, (readyMs) => {
      if (isRestart) this.#surroundings.say(`${this.runnable.name} is back (${seconds(readyMs)})`);
      this.#wasReady = true;
      this.#firstReady.resolve();
    });
    const end = await ended;
    over.abort();
    await watching;
    this.#child = null;
    rmSync(this.#pidFile, { force: true });
    return { ...end, ranMs: performance.now() - from };
  }

  #endOf(child: ChildProcess): Promise<Omit<End, 'ranMs'>> {
    return new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, how: `could not be started (${error.message})` }));
      const tell = (code: number | null, signal: NodeJS.Signals | null) => {
        // Whom somebody else ended had nothing to say about it; who aborted did so for a reason.
        const endedItself = signal === null || signal === 'SIGABRT';
        const words = endedItself ? lastWords(this.#log.recentLines) : '';
        resolve({ code, how: `ended (${signal ?? `code ${code}`}${words === '' ? '' : `: ${words}`})` });
      };
      child.once('close', tell);
      // A child of its own may hold its streams open; its end is its end all the same.
      child.once('exit', (code, signal) => setTimeout(tell, 500, code, signal).unref());
    });
  }

  /** Asks until it is ready, then now and then whether it still lives. */
  async #watch(child: ChildProcess, over: AbortSignal, onReady: (readyMs: number) => void): Promise<void> {
    const from = performance.now();
    const pause = (ms: number) => delay(ms, undefined, { signal: over }).catch(() => undefined);
    const alive = this.runnable.alive ?? (() => Promise.resolve(true));
    let isReady = false;
    let lastSign = from + this.#times.beginsWithinMs - this.#times.hangsAfterMs;
    const isSilent = () => performance.now() - lastSign > this.#times.hangsAfterMs;
    while (!over.aborted) {
      try {
        const isWell: boolean = await (isReady ? alive() : this.runnable.ready());
        if (over.aborted) return;
        // One that waits for a server isn't ready for long, and lives all the same.
        if (isWell || (isSilent() && (await alive()))) lastSign = performance.now();
        if (isWell && !isReady) onReady(performance.now() - from);
        isReady ||= isWell;
        if (isSilent()) {
          this.#surroundings.say(`${this.runnable.name} doesn't answer any more; ending it`);
          endAtOnce(child);
          return;
        }
      } catch (error) {
        this.#firstReady.reject(error instanceof Problem ? error : new Problem(inOneLine(error)));
        return;
      }
      await pause(isReady ? this.#times.aliveEveryMs : this.#times.askEveryMs);
    }
  }

  get #pidFile(): string {
    return join(this.#surroundings.run, `${this.runnable.name}.json`);
  }

  #writeDown({ pid }: ChildProcess): void {
    if (pid === undefined) return;
    const { name, onLauncherDeath } = this.runnable;
    try {
      writeFileSync(this.#pidFile, JSON.stringify({ name, onLauncherDeath, ...identify(pid) }));
    } catch {
      // On a full disk it still runs; only a launcher that is killed just then would leave it to the system.
    }
  }
}

/** Linux itself ends a child whose launcher is gone; elsewhere the next start does. */
const setpriv = process.platform === 'linux' ? find('setpriv') : null;

function spawnRunnable({ command, cwd, env, onLauncherDeath }: Runnable): ChildProcess {
  const guard = setpriv === null ? [] : [setpriv, '--pdeathsig', onLauncherDeath.replace('SIG', ''), '--'];
  const [program, ...args] = [...guard, ...command] as [string, ...string[]];
  // A session of its own: a Ctrl-C at the terminal reaches the launcher alone, which then stops all in order.
  return spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

function endAtOnce({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
