import type { Drill, Tried } from './drill.ts';
import { tryBacklog } from './repetition/backlog.ts';
import { tryCopies, type Size } from './repetition/copies.ts';
import { tryLargeMessages } from './repetition/large-messages.ts';

const LONG: Size = { devices: 20, readings: 240, everyMs: 500, withinMs: 60_000 };
const SHORT: Size = { devices: 4, readings: 40, everyMs: 50, withinMs: 1_000 };

const BACKLOG_OF = { long: 1_000, short: 8 };

/** Readings arrive several times, in another order, thousands in one message, or a day late. */
export const repetitionDrill: Drill = {
  name: 'repetition',
  promises: ['P1', 'P2', 'P3', 'P7'],
  shortInstallation: 'launched',
  about:
    'Each message arrives three times, shuffled; in the long form also messages of 3,015 readings. Devices that were offline for a day send their whole backlog at once.',
  async run(installation, { form, seed, say }) {
    say('copies');
    const copies = await tryCopies(installation, form === 'long' ? LONG : SHORT, seed);
    const large: Tried[] = [];
    if (form === 'long')
      for (const kills of [false, true]) {
        say(`large messages${kills ? ', and devices killed' : ''}`);
        large.push(await tryLargeMessages(installation, seed, { kills }));
      }
    say('backlog');
    return [...copies, ...large, ...(await tryBacklog(installation, BACKLOG_OF[form]))];
  },
};
