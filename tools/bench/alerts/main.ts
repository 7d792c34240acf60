// `npm run bench:alerts`: measures the time from a reading that crosses a set point to the messages of its alert, and what many
// alerts cost, beside Node-RED with its rules in memory.
import type { Say } from '../../servers/progress.ts';
import { measureInTurns } from '../in-turns.ts';
import { whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { type BenchOptions, HELP, readOptions, type SideKey } from './options.ts';
import { type Results, sideOf } from './results.ts';
import { measureSide } from './rounds.ts';
import { runningSides } from './side-run.ts';
import { nodeRed } from './sides/node-red.ts';
import type { SideKind } from './sides/side.ts';
import { telemon } from './sides/telemon.ts';

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const kinds: Readonly<Record<SideKey, SideKind>> = { telemon: telemon(say), 'node-red': nodeRed(say) };
  const sides = await measureInTurns(kinds, options, (key) => measureSide(kinds[key], options, say), say);
  const { write: _write, sides: _sides, ...savedOptions } = options;
  return { ...whenAndWhere(), options: savedOptions, sides };
}

runBench({
  name: 'alerts',
  help: HELP,
  readOptions,
  measure,
  stop: runningSides.stopAll,
  markdown,
  goalsOf,
  faultOf: (results) =>
    sideOf(results, 'telemon')?.rounds.every(({ isExact }) => isExact) === false
      ? 'Not exact: entries, SMS or MQTT messages of Telemon are missing or surplus.'
      : null,
});
