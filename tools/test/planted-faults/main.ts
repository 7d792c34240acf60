// `node tools/test/planted-faults/main.ts [--drills] [WORD …]`: plants one fault after the other and checks that a test fails, or
// with --drills a drill.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '../../start/options.ts';
import { stopSignal } from '../../start/stop-signal.ts';
import { runJest } from '../jest-run.ts';
import { WORKERS } from '../parts.ts';
import { asVariables, startTestServers } from '../test-servers.ts';
import { DRILL_FAULTS } from './drill-faults.ts';
import { plantForDrills } from './drilling.ts';
import { FAULTS } from './faults.ts';
import { type PlantedFault, withMistake } from './planted-fault.ts';

const isOver = stopSignal();

/** How many tests fail with the fault. */
async function failuresOf(fault: PlantedFault, env: Record<string, string>, folder: string): Promise<number> {
  const file = join(CHECKOUT, fault.file);
  const text = await readFile(file, 'utf8');
  await writeFile(file, withMistake(text, fault));
  try {
    // With --bail, Jest runs no `afterAll`, and open connections would keep it alive.
    const args = ['--bail', '--forceExit', '--silent', ...fault.specs];
    return (await runJest({ args, workers: WORKERS, env, folder, isOver })).counts.failed;
  } finally {
    await writeFile(file, text);
  }
}

/** The faults with one of the words in their name or in the path of a file; all if there is no word. */
const chosenFrom = <Fault extends { readonly name: string }>(
  faults: readonly Fault[],
  words: readonly string[],
  filesOf: (fault: Fault) => readonly string[],
): Fault[] =>
  faults.filter(
    (fault) =>
      words.length === 0 ||
      words.some((word) => [fault.name, ...filesOf(fault)].some((text) => text.includes(word))),
  );

/** Returns a line for each fault, and the number of unnoticed ones. */
async function plantForSpecs(
  faults: readonly PlantedFault[],
): Promise<{ results: string[]; unnoticed: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'telemon-planted-faults-'));
  const servers = await startTestServers(folder, console.log);
  const results: string[] = [];
  let unnoticed = 0;
  try {
    for (const fault of faults) {
      if (isOver.aborted) break;
      const failed = await failuresOf(fault, asVariables(servers.addresses), folder);
      if (failed === 0) unnoticed += 1;
      results.push(`${failed > 0 ? 'noticed  ' : 'UNNOTICED'} ${fault.name}`);
      console.log(results.at(-1));
    }
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { results, unnoticed };
}

async function main(args: readonly string[]): Promise<number> {
  const words = args.filter((arg) => arg !== '--drills');
  const { results, unnoticed } = args.includes('--drills')
    ? await plantForDrills(
        chosenFrom(DRILL_FAULTS, words, ({ drill, mistakes }) => [
          drill,
          ...mistakes.map(({ file }) => file),
        ]),
        isOver,
      )
    : await plantForSpecs(chosenFrom(FAULTS, words, ({ file }) => [file]));
  console.log([`${results.length} faults planted:`, ...results].join('\n'));
  return unnoticed;
}

process.exitCode = (await main(process.argv.slice(2))) === 0 ? 0 : 1;
