import { setTimeout as delay } from 'node:timers/promises';
import { heldBy } from '@telemon/testing/memory';
import { timeOf } from '@telemon/testing/quickest';
import { median } from '../bench/durations.ts';
import { TwoDevices } from './busy-device/two-devices.ts';
import { judge, type Drill, type Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT, outcomeOf } from './fleet/outcome.ts';
import { Stream } from './fleet/stream.ts';

const PAGES = [1, 5, 20];
/** In the long form everybody asks again for so long, ms; in the short one everybody asks once. */
const LONG_MS = 60_000;
const ANSWERED_WITHIN_MS = 5_000;
const OTHER_LOG_WITHIN_MS = 1_000;
const STORED_WITHIN_MS = 1_000;
const MOST_GROWN_MB = 150;
const MB = 1024 ** 2;
const EVERY_MS = 100;
const LOOKS_EVERY_MS = 25;

/** One device with very many readings. */
export const busyDeviceDrill: Drill = {
  name: 'busy-device',
  promises: ['P1', 'P9', 'P10'],
  about:
    'The page of a device with 200,000 readings in a day is opened by one, five and twenty at once, under a stream of readings.',
  async run(ground, { form }) {
    const fleet = await Fleet.make(ground, 5);
    const devices = await TwoDevices.make(ground);
    const restartsBefore = ground.restarts;
    const pid = ground.product.pid('devices');
    const heldBefore = heldBy(pid);
    const grownMb = () => Math.round((heldBy(pid) - heldBefore) / MB);
    const stream = await Stream.begin(ground, fleet, 20);
    const tried: Tried[] = [];
    for (const pages of PAGES) {
      for (const ranges of ['the same range', 'a range of its own'] as const) {
        if (pages === 1 && ranges === 'a range of its own') continue;
        tried.push(
          await openPages(devices, { pages, ranges, grownMb, forMs: form === 'long' ? LONG_MS : 0 }),
        );
      }
    }
    await stream.end();
    devices.end();
    const counts = {
      ...(await outcomeOf(ground, stream)),
      restarts: ground.restarts - restartsBefore,
    };
    tried.push(judge('the stream meanwhile', counts, { ...EXACT, restarts: 0 }));
    return tried;
  },
};

interface Opening {
  readonly pages: number;
  readonly ranges: 'the same range' | 'a range of its own';
  readonly forMs: number;
  /** How much more devices holds at this moment than before all of it. */
  readonly grownMb: () => number;
}

/** So many open the busy device's page at once; meanwhile others go on with what they do. */
async function openPages(devices: TwoDevices, { pages, ranges, forMs, grownMb }: Opening): Promise<Tried> {
  const counts = { asked: 0, answered: 0, refused: 0, otherAnswers: 0, slowAnswers: 0, otherLogsFailed: 0 };
  const askUntil = performance.now() + forMs;
  let isOver = false;
  let mostGrownMb = 0;
  const looking = setInterval(() => (mostGrownMb = Math.max(mostGrownMb, grownMb())), LOOKS_EVERY_MS);
  const again = async (work: () => Promise<void>) => {
    const times: number[] = [];
    do {
      times.push(await timeOf(work));
      await delay(EVERY_MS);
    } while (!isOver);
    return times;
  };
  const logs = again(async () => {
    const status = await devices.askOtherLog().then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 200) counts.otherLogsFailed += 1;
  });
  const stored = again(() => devices.store());
  const openOne = async (page: number) => {
    do {
      const begun = performance.now();
      const answer = await devices.askPage(ranges === 'the same range' ? 0 : page).catch(() => null);
      counts.asked += 1;
      if (answer?.status === 200) counts.answered += 1;
      else if (answer?.status === 422 || (answer?.status === 503 && answer.headers.has('retry-after')))
        counts.refused += 1;
      else counts.otherAnswers += 1;
      if (performance.now() - begun > ANSWERED_WITHIN_MS) counts.slowAnswers += 1;
    } while (performance.now() < askUntil);
  };
  await Promise.all(Array.from({ length: pages }, (_, page) => openOne(page)));
  isOver = true;
  const [logTimes, storedTimes] = await Promise.all([logs, stored]);
  clearInterval(looking);
  const all = {
    ...counts,
    grownMb: mostGrownMb,
    otherLogMs: Math.round(median(logTimes)),
    otherLogWorstMs: Math.round(Math.max(...logTimes)),
    storedMs: Math.round(median(storedTimes)),
    storedWorstMs: Math.round(Math.max(...storedTimes)),
  };
  return judge(pages === 1 ? 'one page' : `${pages} pages at once, each of ${ranges}`, all, {
    answered: { atLeast: 1 },
    otherAnswers: 0,
    slowAnswers: 0,
    otherLogsFailed: 0,
    otherLogMs: { atMost: OTHER_LOG_WITHIN_MS },
    storedMs: { atMost: STORED_WITHIN_MS },
    grownMb: { atMost: MOST_GROWN_MB },
  });
}
