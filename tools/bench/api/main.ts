// `npm run bench:api`: how many calls of /v1 a second Telemon answers, how soon and at what cost, beside a naive app
// made of the same parts.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inOneLine, Problem } from '../../servers/problem.ts';
import { describeMachine } from '../machine.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { measureSide, stopAllSides } from './measure.ts';
import { HELP, readOptions, type BenchOptions, type SideKey } from './options.ts';
import { CALLS, isExact, type Results, type SideResults, type SideRound } from './results.ts';
import { naive, naiveCopied } from './sides/naive.ts';
import type { SideKind } from './sides/side.ts';
import { telemon } from './sides/telemon.ts';

const DOCS = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url));
const say = (line: string): void => console.log(line);

const KINDS: Readonly<Record<SideKey, SideKind>> = {
  telemon: telemon(say),
  naive: naive(say),
  'naive-copied': naiveCopied(say),
};

async function measureAll(options: BenchOptions): Promise<Results> {
  const rounds: Record<string, SideRound[]> = {};
  for (let round = 1; round <= options.rounds; round++) {
    for (const key of options.sides) {
      say(`${KINDS[key].title}, round ${round} of ${options.rounds}`);
      const profile = round === options.rounds ? options.profile : null;
      (rounds[key] ??= []).push(await measureSide(KINDS[key], { ...options, profile }, say));
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
    await writeFile(`${DOCS}api.json`, `${JSON.stringify(results, null, 1)}\n`);
    await writeFile(`${DOCS}api.md`, page);
  }
  const missed = goalsOf(results).filter(({ reached }) => reached === 'missed');
  for (const { what, goal, found } of missed) say(`Missed: ${what}, ${found} where ${goal} was the goal`);
  const isAllExact = results.sides.every(({ rounds }) =>
    rounds.every((round) => CALLS.every((call) => isExact(round[call]))),
  );
  if (!isAllExact) {
    say('Not exact: an answer was not what was seeded, or there was none.');
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
