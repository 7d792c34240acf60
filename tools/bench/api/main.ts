// `npm run bench:api`: measures throughput, latency and CPU cost of /v1, and compares them with a naive app made of the
// same parts.
import type { Say } from '../../servers/progress.ts';
import { measureInTurns } from '../in-turns.ts';
import { whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { measureSide, runningSides } from './measure.ts';
import { HELP, readOptions, type BenchOptions, type SideKey } from './options.ts';
import { CALLS, isExact, type Results } from './results.ts';
import { naive, naiveCopied } from './sides/naive.ts';
import type { SideKind } from './sides/side.ts';
import { telemon } from './sides/telemon.ts';

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const kinds: Readonly<Record<SideKey, SideKind>> = {
    telemon: telemon(say),
    naive: naive(say),
    'naive-copied': naiveCopied(say),
  };
  const sides = await measureInTurns(
    kinds,
    options,
    (key, round) => {
      const profile = round === options.rounds ? options.profile : null;
      return measureSide(kinds[key], { ...options, profile }, say);
    },
    say,
  );
  const { profile: _folder, write: _write, sides: _sides, ...savedOptions } = options;
  return { ...whenAndWhere(), options: savedOptions, sides };
}

const isAllExact = ({ sides }: Results): boolean =>
  sides.every(({ rounds }) => rounds.every((round) => CALLS.every((call) => isExact(round[call]))));

runBench({
  name: 'api',
  help: HELP,
  readOptions,
  measure,
  stop: runningSides.stopAll,
  markdown,
  goalsOf,
  faultOf: (results) => (isAllExact(results) ? null : 'Not exact: an answer was wrong or missing.'),
});
