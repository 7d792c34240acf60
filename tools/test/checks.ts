import { join } from 'node:path';
import { seconds, type Say } from '../servers/progress.ts';
import { run } from '../servers/run.ts';
import { CHECKOUT } from '../start/options.ts';

/** Several threads would check some types several times, and the other core has tests to run. */
const ON_ONE_CORE = '--singleThreaded';
/** Collecting garbage takes a third of the compiler's time. Without it, a check needs at most 1.8 GB instead of 1.4. */
const WITHOUT_GARBAGE_COLLECTION = { GOGC: 'off' };

/** The checks besides the tests; each counts as one test. */
const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'types of libraries and services', command: ['node_modules/typescript/bin/tsc', '-b'] },
  {
    name: 'types of specs and tools',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.specs.json', ON_ONE_CORE],
  },
  {
    name: 'types of the console',
    command: ['node_modules/typescript/bin/tsc', '-p', 'apps/console', ON_ONE_CORE],
  },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'format', command: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
];

export interface Passed {
  readonly passed: number;
  readonly failed: number;
}

/** The first tests to run are drills, which take times; the checks get the processor's free time. */
const LOWEST_PRIORITY = ['nice', '-n', '19'] as const;

/** Runs one check after the other, and prints the output of those that fail. */
export async function runChecks(say: Say, isOver: AbortSignal): Promise<Passed> {
  let failed = 0;
  for (const { name, command } of CHECKS) {
    if (isOver.aborted) break;
    const from = performance.now();
    const [script, ...args] = command;
    const outcome = await run([...LOWEST_PRIORITY, process.execPath, join(CHECKOUT, script), ...args], {
      cwd: CHECKOUT,
      env: WITHOUT_GARBAGE_COLLECTION,
    });
    const took = seconds(performance.now() - from);
    if (outcome.ok) {
      say(`PASS ${name} (${took})`);
      continue;
    }
    failed += 1;
    say(`FAIL ${name} (${took})\n${outcome.output.trimEnd()}`);
  }
  return { passed: CHECKS.length - failed, failed };
}
