// `npm run bench:ingest`: how many readings a second Telemon takes in, stores and rules, how soon and at what cost,
// beside what people use in its place.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inOneLine, Problem } from '../../servers/problem.ts';
import { goalsOf } from './goals.ts';
import { describeMachine } from '../machine.ts';
import { markdown } from './markdown.ts';
import { HELP, readOptions, type BenchOptions, type SideKey } from './options.ts';
import type { Results, SideResults } from './results.ts';
import { measureComparator, measureTelemon, type SideFigures } from './rounds.ts';
import { stopAllSides } from './side-run.ts';
import { naiveNest } from './sides/naive-nest.ts';
import { nodeRed, nodeRedBatching } from './sides/node-red.ts';
import type { SideKind } from './sides/side.ts';
import { telemon } from './sides/telemon.ts';

const DOCS = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url));
const say = (line: string): void => console.log(line);

const KINDS: Readonly<Record<SideKey, SideKind>> = {
  telemon: telemon(say),
  'naive-nest': naiveNest(say),
  'node-red': nodeRed(say),
  'node-red-batching': nodeRedBatching(say),
};

async function measureAll(options: BenchOptions): Promise<Results> {
  const rounds: Record<string, SideFigures[]> = {};
  for (let round = 1; round <= options.rounds; round++) {
    for (const key of options.sides) {
      say(`${KINDS[key].title}${options.rounds > 1 ? `, round ${round} of ${options.rounds}` : ''}`);
      const measure = key === 'telemon' ? measureTelemon : measureComparator;
      (rounds[key] ??= []).push(await measure(KINDS[key], options, say));
    }
  }
  const sides: SideResults[] = [];
  for (const key of options.sides) {
    const { title, versions } = KINDS[key];
    sides.push({ key, title, versions: await versions(), rounds: rounds[key]! });
  }
  const { profile: _folder, write: _write, sides: _sides, ...told } = options;
  return { date: new Date().toISOString().slice(0, 10), machine: describeMachine(), options: told, sides };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) return say(HELP);
  const results = await measureAll(options);
  const page = markdown(results);
  say(`\n${page}`);
  if (options.write) {
    await mkdir(DOCS, { recursive: true });
    await writeFile(`${DOCS}ingest.json`, `${JSON.stringify(results, null, 1)}\n`);
    await writeFile(`${DOCS}ingest.md`, page);
  }
  const inexact = results.sides.some(
    ({ key, rounds }) => key === 'telemon' && rounds.some(({ exactness }) => !exactness.isExact),
  );
  const missed = goalsOf(results).filter(({ reached }) => reached === 'missed');
  for (const { what, goal, found } of missed) say(`Missed: ${what}, ${found} where ${goal} was the goal`);
  if (inexact) {
    say('Not exact: what Telemon holds is not what it was sent.');
    process.exitCode = 1;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping …');
    void stopAllSides().finally(() => process.exit(130));
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Problem ? inOneLine(error) : error);
    process.exit(1);
  },
);
