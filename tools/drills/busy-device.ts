import { setTimeout as delay } from 'node:timers/promises';
import { heldBy } from '@telemon/testing/memory';
import { OtherDeviceWatch } from './busy-device/other-device-watch.ts';
import { TwoDevices } from './busy-device/two-devices.ts';
import { judge, type Counts, type Drill, type Form, type Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT, outcomeOf } from './fleet/outcome.ts';
import { Stream } from './fleet/stream.ts';

const PAGES = [1, 5, 20];
/** In the long form the pages are opened again, round after round, for this time; the short form has one round. */
const LONG_MS = 60_000;
const ANSWERED_WITHIN_MS = 5_000;
/** Deadlines of the other device's log, and of storing its readings. */
const OTHER_WITHIN_MS = { long: { p99: 500, worst: 1_000 }, short: { p99: 2_000, worst: 2_000 } };
/**
 * The devices service's memory, MB: a sixth of its 3.1 GB without bounds on reads. How much of it is garbage depends on how
 * busy the machine is, because V8 lets a heap grow up to fourfold between two collections.
 */
const MOST_HELD_MB = 512;
const MB = 1024 ** 2;
/** After this time under load, the devices service has compiled its code and its heap has its usual size. */
const WARM_UP_MS = 20_000;
const LOOKS_EVERY_MS = 25;

/** One device with very many readings. */
export const busyDeviceDrill: Drill = {
  name: 'busy-device',
  promises: ['P1', 'P9', 'P10'],
  shortInstallation: 'launched',
  about:
    'One, five and twenty clients at once open the page of a device with 200,000 readings in a day, while other devices send readings.',
  async run(installation, { form }) {
    const fleet = await Fleet.make(installation, 5);
    const devices = await TwoDevices.make(installation, form);
    const tried: Tried[] = [];
    const held = () => {
      const pid = installation.product.pid('devices');
      return { beforeMb: heldMb(pid), nowMb: () => heldMb(pid) };
    };
    // Like an upgrade from a version that sealed nothing.
    const unsealed = '20 pages at once, before the readings are sealed';
    tried.push(
      await openPages(devices, {
        fault: unsealed,
        pages: 20,
        isSameRange: false,
        fewest: 1,
        held: held(),
        form,
      }),
    );
    await devices.seal();
    const restartsBefore = installation.restarts;
    const stream = await Stream.begin(installation, fleet, 20);
    if (form === 'long') {
      await watchAlone(devices, WARM_UP_MS);
      tried.push(judge('no page', await watchAlone(devices, LONG_MS), { otherLogsFailed: 0, notStored: 0 }));
    }
    const heldBefore = held();
    for (const pages of PAGES) {
      for (const isSameRange of [true, false]) {
        if (pages === 1 && !isSameRange) continue;
        const ranges = isSameRange ? 'the same range' : 'a range of its own';
        const fault = pages === 1 ? 'one page' : `${pages} pages at once, each of ${ranges}`;
        tried.push(
          await openPages(devices, { fault, pages, isSameRange, fewest: pages, held: heldBefore, form }),
        );
      }
    }
    await stream.end();
    devices.end();
    const counts = {
      ...(await outcomeOf(installation, stream)),
      restarts: installation.restarts - restartsBefore,
    };
    tried.push(
      judge('the stream meanwhile', counts, {
        ...EXACT,
        ...(form === 'short' && TOO_SHORT_TO_CROSS),
        restarts: 0,
      }),
    );
    return tried;
  },
};

/** Twenty readings a second of all devices cross no set point in the seconds of the short form. */
const TOO_SHORT_TO_CROSS = { crossings: { atLeast: 0 } };

const heldMb = (pid: number) => Math.round(heldBy(pid) / MB);

/** Times the other device's log and storage while the busy device's page is closed. */
async function watchAlone(devices: TwoDevices, forMs: number): Promise<Counts> {
  const other = new OtherDeviceWatch(devices);
  await delay(forMs);
  return other.end();
}

interface Opening {
  readonly fault: string;
  readonly pages: number;
  readonly isSameRange: boolean;
  /** Answered pages in each round. */
  readonly fewest: number;
  readonly form: Form;
  /** Memory of the devices service before the first round, and now. */
  readonly held: { readonly beforeMb: number; readonly nowMb: () => number };
}

/** Opens the busy device's page `pages` times at once, and times the other device's log and storage meanwhile. */
async function openPages(
  devices: TwoDevices,
  { fault, pages, isSameRange, fewest, form, held }: Opening,
): Promise<Tried> {
  const counts = { asked: 0, answered: 0, refused: 0, otherAnswers: 0, slowAnswers: 0 };
  let mostHeldMb = 0;
  const looking = setInterval(() => (mostHeldMb = Math.max(mostHeldMb, held.nowMb())), LOOKS_EVERY_MS);
  const other = new OtherDeviceWatch(devices);
  const openOne = async (page: number) => {
    const begun = performance.now();
    const answer = await devices.askPage(isSameRange ? 0 : page).catch(() => null);
    counts.asked += 1;
    if (answer?.status === 200) counts.answered += 1;
    else if (answer?.status === 422 || (answer?.status === 503 && answer.headers.has('retry-after')))
      counts.refused += 1;
    else counts.otherAnswers += 1;
    if (performance.now() - begun > ANSWERED_WITHIN_MS) counts.slowAnswers += 1;
  };
  const openUntil = performance.now() + (form === 'long' ? LONG_MS : 0);
  let fewestAnswered = pages;
  do {
    const answeredBefore = counts.answered;
    await Promise.all(Array.from({ length: pages }, (_, page) => openOne(page)));
    fewestAnswered = Math.min(fewestAnswered, counts.answered - answeredBefore);
  } while (performance.now() < openUntil);
  const ofOther = await other.end();
  clearInterval(looking);
  const all = {
    ...counts,
    fewestAnswered,
    ...ofOther,
    heldMb: mostHeldMb,
    grownMb: mostHeldMb - held.beforeMb,
  };
  const { p99, worst } = OTHER_WITHIN_MS[form];
  return judge(fault, all, {
    fewestAnswered: { atLeast: fewest },
    otherAnswers: 0,
    slowAnswers: 0,
    otherLogsFailed: 0,
    notStored: 0,
    otherLogP99Ms: { atMost: p99 },
    otherLogWorstMs: { atMost: worst },
    storedP99Ms: { atMost: p99 },
    storedWorstMs: { atMost: worst },
    heldMb: { atMost: MOST_HELD_MB },
  });
}
