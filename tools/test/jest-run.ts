import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CHECKOUT } from '../start/options.ts';
import type { Passed } from './checks.ts';
import type { FileTime } from './file-times.ts';
import type { Part } from './parts.ts';

/** The fields of Jest's summary that are used here. */
interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that failed to load. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

interface JestRun extends Part {
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder for Jest's summary. */
  readonly folder: string;
  readonly isOver: AbortSignal;
}

interface JestOutcome {
  readonly counts: Passed;
  readonly times: readonly FileTime[];
}

/** Runs Jest, the slowest files first; does nothing once the run is over. Jest's progress goes to standard error. */
export async function runJest({ args, workers, env, folder, isOver }: JestRun): Promise<JestOutcome> {
  // A signal that is aborted already calls no listener.
  if (isOver.aborted) return { counts: { passed: 0, failed: 0 }, times: [] };
  const file = join(await mkdtemp(join(folder, 'jest-')), 'summary.json');
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const report = ['--json', `--outputFile=${file}`];
  const jest = [
    ...node,
    join(CHECKOUT, 'node_modules/jest/bin/jest.js'),
    `--maxWorkers=${workers}`,
    `--testSequencer=${join(CHECKOUT, 'tools/test/slowest-first.mjs')}`,
    ...report,
    ...args,
  ];
  const child = spawn(process.execPath, jest, {
    cwd: CHECKOUT,
    env: { ...process.env, ...env },
    // Its summary would also go to standard output; it is read from the file.
    stdio: ['ignore', 'ignore', 'inherit'],
    // In its own process group, Jest can be ended together with its workers and their children.
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
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  // Jest also fails if it finds no test.
  const counts = { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  const times = testResults.map(({ name, startTime, endTime }) => ({
    path: relative(CHECKOUT, name),
    ms: endTime - startTime,
  }));
  return { counts, times };
}
