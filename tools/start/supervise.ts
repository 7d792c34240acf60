import { spawn, type ChildProcess } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inOneLine, Problem } from '../servers/problem.ts';
import { seconds, type Say } from '../servers/progress.ts';
import type { Runnable } from '../servers/runnable.ts';
import { find } from '../servers/run.ts';
import { BackOff, RESTARTS, type BackOffTimes } from './back-off.ts';
import { lastWords, LogFile } from './log-file.ts';
import { identify } from './bare/process-identity.mjs';

export interface Supervision {
  /** Folder of the logs, a file per process. */
  readonly logs: string;
  /** Folder of the pid files, one per running process. */
  readonly run: string;
  readonly say: Say;
  readonly times?: Partial<SupervisionTimes>;
}

interface SupervisionTimes {
  readonly askEveryMs: number;
  readonly aliveEveryMs: number;
  /** A process without a sign of life for this long hangs. */
  readonly hangsAfterMs: number;
  /** How long a new process may take to give its first sign of life. */
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

/** A process that ends this often without ever having been ready is given up. */
const FUTILE_STARTS = 8;

/** The exit code for a wrong configuration, which a restart doesn't change. */
const EX_CONFIG = 78;

/** Keeps one process running until `stop`: starts it, checks its health, and restarts it when it ends or hangs. */
export class Supervised {
  readonly runnable: Runnable;
  readonly #supervision: Supervision;
  readonly #times: SupervisionTimes;
  readonly #log: LogFile;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  #child: ChildProcess | null = null;
  #wasReady = false;
  #kept: Promise<void> | null = null;

  constructor(runnable: Runnable, supervision: Supervision) {
    this.runnable = runnable;
    this.#supervision = supervision;
    this.#times = { ...TIMES, ...supervision.times };
    this.#log = new LogFile(join(supervision.logs, `${runnable.name}.log`));
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

  /** Ends it with SIGTERM, and with SIGKILL after `stopWithinMs`. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child !== null) {
      child.kill('SIGTERM');
      // A process held by SIGSTOP doesn't handle SIGTERM.
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
      this.#supervision.say(`${name} ${end.how}; starting it again in ${seconds(waitMs)}`);
      await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Runs the process once, from its start to its end. */
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
      if (isRestart) this.#supervision.say(`${this.runnable.name} is back (${seconds(readyMs)})`);
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
      const ended = (code: number | null, signal: NodeJS.Signals | null) => {
        // A process that was killed has logged no reason; one that aborted itself has.
        const endedItself = signal === null || signal === 'SIGABRT';
        const words = endedItself ? lastWords(this.#log.recentLines) : '';
        resolve({ code, how: `ended (${signal ?? `code ${code}`}${words === '' ? '' : `: ${words}`})` });
      };
      child.once('close', ended);
      // `close` doesn't come while a child of the process holds its streams open.
      child.once('exit', (code, signal) => setTimeout(ended, 500, code, signal).unref());
    });
  }

  /** Polls until it is ready, then whether it is still alive. */
  async #watch(child: ChildProcess, over: AbortSignal, onReady: (readyMs: number) => void): Promise<void> {
    const from = performance.now();
    const pause = (ms: number) => delay(ms, undefined, { signal: over }).catch(() => undefined);
    const ask = (answer: Promise<boolean>) =>
      answer.catch((error: unknown) => {
        if (!this.#wasReady) throw error;
        // A restarted process whose answer can't be read is silent.
        return false;
      });
    const alive = () => ask(this.runnable.alive?.() ?? Promise.resolve(true));
    let isReady = false;
    let lastSign = from + this.#times.beginsWithinMs - this.#times.hangsAfterMs;
    const isSilent = () => performance.now() - lastSign > this.#times.hangsAfterMs;
    while (!over.aborted) {
      try {
        const isWell: boolean = await (isReady ? alive() : ask(this.runnable.ready(this.#supervision.say)));
        if (over.aborted) return;
        // A process that waits for a server isn't ready for long, but it is alive.
        if (isWell || (isSilent() && (await alive()))) lastSign = performance.now();
        if (isWell && !isReady) onReady(performance.now() - from);
        isReady ||= isWell;
        if (isSilent()) {
          this.#supervision.say(`${this.runnable.name} doesn't answer any more; ending it`);
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
    return join(this.#supervision.run, `${this.runnable.name}.json`);
  }

  #writeDown({ pid }: ChildProcess): void {
    if (pid === undefined) return;
    const { name, onLauncherDeath } = this.runnable;
    try {
      // Renamed, so that no reader finds half of it.
      writeFileSync(`${this.#pidFile}.new`, JSON.stringify({ name, onLauncherDeath, ...identify(pid) }));
      renameSync(`${this.#pidFile}.new`, this.#pidFile);
    } catch {
      // On a full disk it runs without this file, which only the start after a killed launcher needs.
    }
  }
}

/** With setpriv, Linux ends the children of a killed launcher; elsewhere the next start does. */
const setpriv = process.platform === 'linux' ? find('setpriv') : null;

function spawnRunnable({ command, cwd, env, onLauncherDeath }: Runnable): ChildProcess {
  const guard = setpriv === null ? [] : [setpriv, '--pdeathsig', onLauncherDeath.replace('SIG', ''), '--'];
  const [program, ...args] = [...guard, ...command] as [string, ...string[]];
  // In its own session, so that Ctrl-C reaches only the launcher, which stops everything in order.
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
