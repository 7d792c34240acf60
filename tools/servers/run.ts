import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, resolve as resolvePath } from 'node:path';

/** The path of a program, searched on the PATH; null if there is none. */
export function find(program: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = resolvePath(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder: the next may have it.
    }
  }
  return null;
}

export interface RunResult {
  readonly ok: boolean;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

interface RunOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Sends SIGTERM to the program. */
  readonly end?: AbortSignal;
}

const running = new Map<ChildProcess, Promise<RunResult>>();

/** Ends all running programs with SIGTERM, and with SIGKILL after `patienceMs`. */
export async function endRuns(patienceMs = 2_000): Promise<void> {
  for (const child of running.keys()) child.kill('SIGTERM');
  const impatience = setTimeout(() => {
    for (const child of running.keys()) child.kill('SIGKILL');
  }, patienceMs);
  await Promise.all(running.values());
  clearTimeout(impatience);
}

/** Runs a program to its end and returns its output. Doesn't reject if the program can't be started. */
export function run(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<RunResult> {
  const { promise, resolve } = Promise.withResolvers<RunResult>();
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, promise);
  options.end?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('error', (error) => resolve({ ok: false, output: error.message }));
  child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') }));
  return promise.finally(() => running.delete(child));
}

/** The most useful line of a failed program's output: the first that mentions a failure, else the last. */
export function gist(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    lines.find((line) => /error|fail|denied|not found|no space/i.test(line)) ?? lines.at(-1) ?? 'no output'
  );
}
