import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../bench/durations.ts';
import { judge, type Counts, type Drill, type Tried } from '../drill.ts';
import { Fleet } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { arrivalTimes } from '../fleet/stored.ts';
import { Stream } from '../fleet/stream.ts';
import type { Ground } from '../ground/ground.ts';
import { EXACT_LOAD, LoadedFleet } from './loaded-fleet.ts';
import { summed } from '../summed.ts';

const BUSY_RATE = 1_000;

const OTHERS = { devices: 100, rate: 400 };
const STRETCHES = 5;
const STRETCH_SECONDS = 20;
/** P10 */
const SLOWER_BY_PERCENT = 20;
/** Of a device, as Telemon comes: messages a second, and at once (docs/mqtt.md). */
const DEVICE_RATE = 10;
const DEVICE_BURST = 60;
/** When no more of it is stored for this long, no more is under way, ms. */
const ARRIVES_WITHIN_MS = 1_500;

const SHORT_MS = 1_500;

/** One device that sends far more than it may. */
export const fastDeviceDrill: Drill = {
  name: 'fast-device',
  promises: ['P1', 'P2', 'P3', 'P5', 'P10'],
  about: `One device sends ${BUSY_RATE} readings a second. It is slowed to its rate, and others are not.`,
  ground: { env: { RATE_LIMITS: 'on', USER_LIMIT: '1000000' } },
  isSharedWhenShort: true,
  run: async (ground, { form }) => [await (form === 'long' ? tryBesideOthers(ground) : tryAlone(ground))],
};

/** Without limits all that it sends is taken. Others' p99 of so short a stretch would say nothing. */
async function tryAlone(ground: Ground): Promise<Tried> {
  const busy = await Fleet.make(ground, 1);
  const stream = await Stream.begin(ground, busy, BUSY_RATE);
  await delay(SHORT_MS);
  await stream.end();
  return judge(`one device at ${BUSY_RATE} readings a second`, await outcomeOf(ground, stream), EXACT);
}

/**
 * With the limits that Telemon comes with. Stretches with and without the busy device take turns, so that whatever else the machine
 * does is in both.
 */
async function tryBesideOthers(ground: Ground): Promise<Tried> {
  const others = await LoadedFleet.connect(ground, OTHERS.devices);
  try {
    const busy = await Fleet.make(ground, 1);
    const p99: Record<'without' | 'beside', number[]> = { without: [], beside: [] };
    const counts: Counts[] = [];
    await others.send(OTHERS.rate, STRETCH_SECONDS);
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      const without = await others.sendTimed(OTHERS.rate, STRETCH_SECONDS);
      const stream = await Stream.begin(ground, busy, BUSY_RATE);
      const beside = await others.sendTimed(OTHERS.rate, STRETCH_SECONDS);
      stream.breakOff();
      p99.without.push(without.toStored.p99);
      p99.beside.push(beside.toStored.p99);
      counts.push(without.counts, beside.counts, await outcomeOfSlowed(ground, stream));
    }
    const [withoutMs, besideMs] = [median(p99.without), median(p99.beside)];
    const { drainedMs: _, ...exact } = summed(counts);
    return judge(
      `one device at ${BUSY_RATE} readings a second beside ${OTHERS.devices} at ${OTHERS.rate} together, ${STRETCHES} times ${STRETCH_SECONDS} s`,
      {
        ...exact,
        othersP99Ms: Math.round(withoutMs),
        othersP99BesideMs: Math.round(besideMs),
        slowerByPercent: Math.round(100 * (besideMs / withoutMs - 1)),
      },
      { ...EXACT, ...EXACT_LOAD, beyondRate: 0, slowerByPercent: { atMost: SLOWER_BY_PERCENT } },
    );
  } finally {
    others.end();
  }
}

/**
 * A device's readings are taken in order, so those that were taken before it went are the first of those that it sent: a gap
 * among them shows as a reading that is stored and was not to be.
 */
async function outcomeOfSlowed(ground: Ground, stream: Stream): Promise<Counts> {
  const [sent] = stream.sent;
  const taken = () => arrivalTimes(ground, sent!.device.key, sent!.first);
  let arrivals = await taken();
  for (let before = -1; arrivals.length !== before;) {
    before = arrivals.length;
    await delay(ARRIVES_WITHIN_MS);
    arrivals = await taken();
  }
  const stored = arrivals.length;
  // What lies in the sockets when the device goes is taken at its rate, too.
  const tookMs = stored === 0 ? 0 : arrivals.at(-1)! - arrivals[0]!;
  const allowed = DEVICE_BURST + Math.ceil((DEVICE_RATE * tookMs) / 1_000);
  const offered = sent!.end - sent!.first;
  sent!.end = sent!.first + stored;
  return { ...(await outcomeOf(ground, stream)), offered, beyondRate: Math.max(0, stored - allowed) };
}
