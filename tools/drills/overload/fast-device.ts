import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../../bench/durations.ts';
import { ForkedProgram } from '../../bench/forked-program.ts';
import { judge, type Counts, type Drill, type Tried } from '../drill.ts';
import { beginStream, Fleet } from '../fleet/fleet.ts';
import { EXACT, outcomeOf, type SentByFleet } from '../fleet/outcome.ts';
import { arrivalTimes } from '../fleet/stored.ts';
import { Stream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import type { FastDone, FastRequest } from './fast-sender.ts';
import { EXACT_LOAD, LoadedFleet } from './loaded-fleet.ts';
import { summed } from '../summed.ts';

const BUSY_RATE = 1_000;

const OTHERS = { devices: 100, rate: 400 };
/** Many short stretches: a stall of the machine spoils only one, which the median ignores. */
const STRETCHES = 11;
const STRETCH_SECONDS = 10;
/** The fast device uses up its burst before the others are timed. */
const AHEAD_SECONDS = 3;
const FAST_SENDER = fileURLToPath(new URL('./fast-sender.ts', import.meta.url));
/** P10 */
const SLOWER_BY_PERCENT = 20;
/** Telemon's default limits for a device: messages a second, and messages at once (docs/mqtt.md). */
const DEVICE_RATE = 10;
const DEVICE_BURST = 60;
/** If no reading of the device is stored for this time, none is under way. */
const ARRIVES_WITHIN_MS = 1_500;

const SHORT_MS = 1_500;

/** One device that sends far more than it may. */
export const fastDeviceDrill: Drill = {
  name: 'fast-device',
  promises: ['P1', 'P2', 'P3', 'P5', 'P10'],
  onlyLongTests: ['P5', 'P10'],
  about: `One device sends ${BUSY_RATE} readings a second. Telemon slows it to its allowed rate, and does not slow the others.`,
  installation: {
    env: { RATE_LIMITS: 'on', USER_LIMIT: '1000000', EMAIL_RECIPIENT_DAY_LIMIT: '1000000' },
  },
  shortInstallation: 'shared',
  run: async (installation, { form }) => [
    await (form === 'long' ? tryBesideOthers(installation) : tryAlone(installation)),
  ],
};

/** Without limits, all its readings are accepted. No p99 of other devices: it would mean nothing over so short a time. */
async function tryAlone(installation: DrillInstallation): Promise<Tried> {
  const busy = await Fleet.make(installation, 1);
  const stream = await Stream.begin(installation, busy, BUSY_RATE);
  await delay(SHORT_MS);
  await stream.end();
  return judge(`one device at ${BUSY_RATE} readings a second`, await outcomeOf(installation, stream), EXACT);
}

/**
 * With Telemon's default limits. Stretches with and without the busy device alternate, so that other load on the machine affects
 * both.
 */
async function tryBesideOthers(installation: DrillInstallation): Promise<Tried> {
  const others = await LoadedFleet.connect(installation, OTHERS.devices);
  try {
    const busy = await Fleet.make(installation, 1);
    const p99: Record<'without' | 'beside', number[]> = { without: [], beside: [] };
    const counts: Counts[] = [];
    await others.send(OTHERS.rate, STRETCH_SECONDS);
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      const without = await others.sendTimed(OTHERS.rate, STRETCH_SECONDS);
      const fast = await sendFastBeside(installation, busy, async () => {
        counts.push(await others.send(OTHERS.rate, AHEAD_SECONDS));
        const beside = await others.sendTimed(OTHERS.rate, STRETCH_SECONDS);
        p99.beside.push(beside.toStored.p99);
        counts.push(beside.counts);
      });
      p99.without.push(without.toStored.p99);
      counts.push(without.counts, await outcomeOfSlowed(installation, fast));
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

/** Runs `work` while the only device of a fleet sends fast. */
async function sendFastBeside(
  installation: DrillInstallation,
  fleet: Fleet,
  work: () => Promise<void>,
): Promise<SentByFleet> {
  const sender = new ForkedProgram<FastRequest, FastDone>(FAST_SENDER);
  const device = fleet.devices[0]!;
  const first = beginStream(device);
  try {
    const port = installation.product.addresses.mqttPort;
    await sender.ask({ kind: 'begin', port, login: device.login, rate: BUSY_RATE, firstSeq: first });
    await work();
    const { end, acknowledged } = await sender.ask({ kind: 'end' });
    device.nextSeq = end;
    return { fleet, sent: [{ device, first, end, acknowledged: new Set(acknowledged) }] };
  } finally {
    sender.end();
  }
}

/**
 * Telemon accepts a device's readings in order, so the stored ones must be the first ones that it sent. A gap among them counts as
 * a phantom: a stored reading after the last expected one.
 */
async function outcomeOfSlowed(installation: DrillInstallation, stream: SentByFleet): Promise<Counts> {
  const [sent] = stream.sent;
  const taken = () => arrivalTimes(installation, sent!.device.key, sent!.first);
  let arrivals = await taken();
  for (let before = -1; arrivals.length !== before;) {
    before = arrivals.length;
    await delay(ARRIVES_WITHIN_MS);
    arrivals = await taken();
  }
  const stored = arrivals.length;
  // Readings in the socket buffers when the device leaves are accepted at its rate, too.
  const tookMs = stored === 0 ? 0 : arrivals.at(-1)! - arrivals[0]!;
  const allowed = DEVICE_BURST + Math.ceil((DEVICE_RATE * tookMs) / 1_000);
  const offered = sent!.end - sent!.first;
  sent!.end = sent!.first + stored;
  return { ...(await outcomeOf(installation, stream)), offered, beyondRate: Math.max(0, stored - allowed) };
}
