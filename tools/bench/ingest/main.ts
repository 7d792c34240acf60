// `npm run bench:ingest`: measures throughput, latency and CPU cost of storing and evaluating readings, and compares
// Telemon with alternatives.
import type { Say } from '../../servers/progress.ts';
import { goalsOf } from './goals.ts';
import { measureInTurns } from '../in-turns.ts';
import { whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { markdown } from './markdown.ts';
import { HELP, readOptions, type BenchOptions, type SideKey } from './options.ts';
import { evaluates, type Results } from './results.ts';
import { measureAtGivenRates, measureComparator } from './rounds.ts';
import { runningSides } from './side-run.ts';
import { bare } from './sides/bare.ts';
import { naiveNest } from './sides/naive-nest.ts';
import { nodeRed, nodeRedBatching } from './sides/node-red.ts';
import type { SideKind } from './sides/side.ts';
import { telemon, telemonWithoutLog } from './sides/telemon.ts';

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const kinds: Readonly<Record<SideKey, SideKind>> = {
    telemon: telemon(say),
    'telemon-without-log': telemonWithoutLog(say),
    bare: bare(say),
    'naive-nest': naiveNest(say),
    'node-red': nodeRed(say),
    'node-red-batching': nodeRedBatching(say),
  };
  const sides = await measureInTurns(
    kinds,
    options,
    (key) => (evaluates(key) ? measureAtGivenRates : measureComparator)(kinds[key], options, say),
    say,
  );
  const { profile: _folder, write: _write, sides: _sides, ...savedOptions } = options;
  return { ...whenAndWhere(), options: savedOptions, sides };
}

const isExact = ({ sides }: Results): boolean =>
  sides.every(({ key, rounds }) => !evaluates(key) || rounds.every(({ exactness }) => exactness.isExact));

runBench({
  name: 'ingest',
  help: HELP,
  readOptions,
  measure,
  stop: runningSides.stopAll,
  markdown,
  goalsOf,
  faultOf: (results) =>
    isExact(results) ? null : 'Not exact: readings, alerts or mails are missing or surplus.',
});
