import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inOneLine, Problem } from '../servers/problem.ts';
import type { Say } from '../servers/progress.ts';
import type { Goal } from './goals.ts';

const DOCS = fileURLToPath(new URL('../../docs/benchmarks/', import.meta.url));
const say: Say = (line) => console.log(line);

/** A benchmark of the command line. */
interface Bench<Options extends { readonly write: boolean }, Results> {
  /** Name of its results in docs/benchmarks. */
  readonly name: string;
  readonly help: string;
  /** Null for --help. @throws Problem if a flag can't be read. */
  readonly readOptions: (args: readonly string[]) => Options | null;
  readonly measure: (options: Options, say: Say) => Promise<Results>;
  /** Stops everything when the benchmark is interrupted. */
  readonly stop: () => Promise<void>;
  /** The page of results. */
  readonly markdown: (results: Results) => string;
  readonly goalsOf: (results: Results) => readonly Goal[];
  /** A sentence about why the results are invalid; null if they are valid. */
  readonly faultOf: (results: Results) => string | null;
}

/**
 * Measures, prints the page, saves the results if `write` is set, and prints the missed goals. Exits with 1 if the results
 * are invalid or missing, with 130 on an interrupt, else with 0.
 */
export function runBench<Options extends { readonly write: boolean }, Results>(
  bench: Bench<Options, Results>,
): void {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      say('Stopping …');
      void bench.stop().finally(() => process.exit(130));
    });
  }
  conduct(bench).then(
    (isSound) => {
      if (!isInterrupted) process.exit(isSound ? 0 : 1);
    },
    (error: unknown) => {
      // Measuring fails because `stop` has ended its processes.
      if (isInterrupted) return;
      console.error(error instanceof Problem ? inOneLine(error) : error);
      process.exit(1);
    },
  );
}

async function conduct<Options extends { readonly write: boolean }, Results>(
  bench: Bench<Options, Results>,
): Promise<boolean> {
  const options = bench.readOptions(process.argv.slice(2));
  if (options === null) {
    say(bench.help);
    return true;
  }
  const results = await bench.measure(options, say);
  const page = bench.markdown(results);
  say(`\n${page}`);
  if (options.write) {
    await mkdir(DOCS, { recursive: true });
    await writeFile(`${DOCS}${bench.name}.json`, `${JSON.stringify(results, null, 1)}\n`);
    await writeFile(`${DOCS}${bench.name}.md`, page);
  }
  const missed = bench.goalsOf(results).filter(({ reached }) => reached === 'missed');
  for (const { what, goal, found } of missed) say(`Missed: ${what}, ${found} where ${goal} was the goal`);
  const fault = bench.faultOf(results);
  if (fault !== null) say(fault);
  return fault === null;
}
