import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CHECKOUT } from '../start/options.ts';
import type { Counts } from './checks.ts';
import type { FileTime } from './file-times.ts';

/** Jest's own summary, as far as it is needed here. */
interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that didn't even begin. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** As many test files at once. */
export const WORKERS = 2;

interface JestRun {
  readonly args: readonly string[];
  /** Besides what this process has. */
  readonly env: Readonly<Record<string, string>>;
  /** Where jest may leave its summary. */
  readonly folder: string;
  readonly isOver: AbortSignal;
}

interface JestOutcome {
  readonly counts: Counts;
  readonly times: readonly FileTime[];
}

/** One run over all specs, the slowest files first; what it says goes to the screen as it comes. */
export async function runJest({ args, env, folder, isOver }: JestRun): Promise<JestOutcome> {
  const file = join(folder, 'jest.json');
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const report = ['--json', `--outputFile=${file}`];
  const jest = [
    ...node,
    join(CHECKOUT, 'node_modules/jest/bin/jest.js'),
    `--maxWorkers=${WORKERS}`,
    `--testSequencer=${join(CHECKOUT, 'tools/test/slowest-first.mjs')}`,
    ...report,
    ...args,
  ];
  const child = spawn(process.execPath, jest, {
    cwd: CHECKOUT,
    env: { ...process.env, ...env },
    // Its summary would also go to standard output; it is read from the file.
    stdio: ['ignore', 'ignore', 'inherit'],
    // With a group of their own its workers, and all that they started, can be ended with it.
    detached: true,
  });
  const end = () => process.kill(-child.pid!, 'SIGTERM');
  isOver.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  isOver.removeEventListener('abort', end);
  const summary = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Summary,
    () => null,
  );
  if (summary === null) return { counts: { passed: 0, failed: 1 }, times: [] };
  const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, testResults } = summary;
  const told = numFailedTests + numRuntimeErrorTestSuites;
  // Jest may also fail as a whole, for having found no test at all.
  const counts = { passed, failed: told === 0 && code !== 0 ? 1 : told };
  const times = testResults.map(({ name, startTime, endTime }) => ({
    path: relative(CHECKOUT, name),
    ms: endTime - startTime,
  }));
  return { counts, times };
}
