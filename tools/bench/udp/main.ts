// `npm run bench:udp`: measures what a flood of datagrams with unknown names costs, and how many of registered devices it loses.
import { runBench } from '../run.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { measure, stop } from './measure.ts';
import { HELP, readOptions } from './options.ts';

runBench({
  name: 'udp',
  help: HELP,
  readOptions,
  measure,
  stop,
  markdown,
  goalsOf,
  faultOf: ({ steps }) =>
    steps.every(({ sent, stored }) => stored <= sent)
      ? null
      : 'Not exact: more datagrams were stored than registered devices sent.',
});
