import type { Drill } from './drill.ts';
import { tryBacklog } from './repetition/backlog.ts';
import { tryCopies, type Size } from './repetition/copies.ts';

const LONG: Size = { devices: 20, readings: 240, everyMs: 500, withinMs: 60_000 };
const SHORT: Size = { devices: 4, readings: 40, everyMs: 50, withinMs: 1_000 };

const BACKLOG_OF = { long: 1_000, short: 8 };

/** Readings arrive several times, in another order, or a day late. */
export const repetitionDrill: Drill = {
  name: 'repetition',
  promises: ['P1', 'P2', 'P3', 'P7'],
  shortInstallation: 'launched',
  about:
    'Each message arrives three times, shuffled. Devices that were offline for a day send their whole backlog at once.',
  async run(installation, { form, seed, say }) {
    say('copies');
    const copies = await tryCopies(installation, form === 'long' ? LONG : SHORT, seed);
    say('backlog');
    return [...copies, ...(await tryBacklog(installation, BACKLOG_OF[form]))];
  },
};
