// `node tools/test/planted-faults/main.ts [WORD …]`: plants one fault after the other and checks that a test fails.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '../../start/options.ts';
import { stopSignal } from '../../start/stop-signal.ts';
import { runJest } from '../jest-run.ts';
import { WORKERS } from '../parts.ts';
import { asVariables, startTestServers } from '../test-servers.ts';
import { FAULTS } from './faults.ts';
import type { PlantedFault } from './planted-fault.ts';

const isOver = stopSignal();

/** The file with the fault in it. @throws if the right code is not there exactly once. */
function withFault(text: string, { file, right, wrong }: PlantedFault): string {
  const [before, after, ...more] = text.split(right);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} doesn't have this exactly once: ${right}`);
  }
  return `${before}${wrong}${after}`;
}

/** How many tests fail with the fault. */
async function failuresOf(fault: PlantedFault, env: Record<string, string>, folder: string): Promise<number> {
  const file = join(CHECKOUT, fault.file);
  const text = await readFile(file, 'utf8');
  await writeFile(file, withFault(text, fault));
  try {
    // With --bail, Jest runs no `afterAll`, and open connections would keep it alive.
    const args = ['--bail', '--forceExit', '--silent', ...fault.specs];
    return (await runJest({ args, workers: WORKERS, env, folder, isOver })).counts.failed;
  } finally {
    await writeFile(file, text);
  }
}

async function main(words: readonly string[]): Promise<number> {
  const chosen = FAULTS.filter(
    ({ name, file }) =>
      words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
  );
  const folder = await mkdtemp(join(tmpdir(), 'telemon-planted-faults-'));
  const servers = await startTestServers(folder, console.log);
  const results: string[] = [];
  let unnoticed = 0;
  try {
    for (const fault of chosen) {
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
  console.log([`${results.length} faults planted:`, ...results].join('\n'));
  return unnoticed;
}

process.exitCode = (await main(process.argv.slice(2))) === 0 ? 0 : 1;
