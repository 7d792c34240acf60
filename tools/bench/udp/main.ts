// `npm run bench:udp`: measures how many datagrams a second are stored and ruled, and what a flood of unknown names costs them.
import { runBench } from '../run.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { measure } from './measure.ts';
import { HELP, readOptions } from './options.ts';
import { stop } from './running.ts';

runBench({
  name: 'udp',
  help: HELP,
  readOptions,
  measure,
  stop,
  markdown,
  goalsOf,
  faultOf: ({ rates, floods }) => {
    if ([...rates, ...floods].some(({ sent, stored }) => stored > sent))
      return 'Not exact: more datagrams were stored than registered devices sent.';
    return rates.some(({ mqttLost }) => mqttLost > 0) ? 'Not exact: a publish was not acknowledged.' : null;
  },
});
