import { judge, type Drill, type Tried } from './drill.ts';
import { EXACT_LOAD, LoadedFleet } from './overload/loaded-fleet.ts';
import { MemoryWatch, servicesHold } from './overload/memory.ts';
import { summed } from './summed.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

/** Readings a second: more than a machine with two cores stores, with everything on it. */
const TOO_MUCH = 60_000;
/**
 * Twice the rate at which Telemon catches up is over three times the highest rate that it stores in time, which is about half of it
 * (docs/benchmarks/ingest.md). Both depend on the machine.
 */
const TIMES_CAUGHT_UP = 2;

interface Size {
  readonly devices: number;
  /** Length of the overload, seconds. */
  readonly overload: number;
  /** Length of TOO_MUCH before it, which shows how fast Telemon catches up, and brings memory to its usual size, seconds. */
  readonly warmUp: number;
  /** Readings a second of the overload, of a Telemon that stores `caughtUp` a second when it catches up. */
  readonly offered: (caughtUp: number) => number;
  /** Readings a second between bursts; a burst has ten times as many. */
  readonly even: number;
  readonly burstSeconds: number;
  readonly bursts: number;
  /** Deadline for storing the rest, as a multiple of the length of the load. */
  readonly drainedWithin: number;
  /** Allowed memory growth of all services together, at its peak and afterwards, MB. */
  readonly grown: number;
}

const LONG: Size = {
  devices: 1_000,
  overload: 60,
  warmUp: 10,
  offered: (caughtUp) => Math.ceil((TIMES_CAUGHT_UP * caughtUp) / 1_000) * 1_000,
  even: 500,
  burstSeconds: 10,
  bursts: 3,
  drainedWithin: 2,
  grown: 100,
};

/** Loose bounds: the load ends before the services are busy, and memory does not have its usual size yet. */
const SHORT: Size = {
  devices: 20,
  overload: 0.2,
  warmUp: 0.05,
  offered: () => TOO_MUCH,
  even: 50,
  burstSeconds: 1,
  bursts: 1,
  drainedWithin: 60,
  grown: 300,
};

/** More readings than Telemon can store, from all devices together. */
export const overloadDrill: Drill = {
  name: 'overload',
  promises: ['P1', 'P2', 'P3', 'P9'],
  onlyLongTests: ['P9'],
  about:
    'Devices send more readings than Telemon can store, for a minute or in bursts; Telemon slows them by back-pressure on their connections.',
  shortInstallation: 'launched',
  async run(installation, { form, say }) {
    const size = form === 'long' ? LONG : SHORT;
    const fleet = await LoadedFleet.connect(installation, size.devices);
    const tried: Tried[] = [];
    try {
      say('more readings a second than are stored');
      tried.push(await tryOverload(installation, fleet, size));
      say('bursts');
      tried.push(await tryBursts(fleet, size));
    } finally {
      fleet.end();
    }
    return tried;
  },
};

async function tryOverload(installation: DrillInstallation, fleet: LoadedFleet, size: Size): Promise<Tried> {
  const { sent, drainedMs } = await fleet.send(TOO_MUCH, size.warmUp);
  const caughtUp = Math.round(sent! / (size.warmUp + drainedMs! / 1_000));
  const offered = size.offered(caughtUp);
  const before = servicesHold(installation);
  const restartsBefore = installation.restarts;
  const memory = new MemoryWatch(installation);
  const counts = await fleet.send(offered, size.overload);
  const memoryMostMb = memory.end();
  const memoryRoseMb = memoryMostMb - before;
  const memoryGrewMb = servicesHold(installation) - before;
  const restarts = installation.restarts - restartsBefore;
  return judge(
    `more readings a second than are stored, for ${size.overload} s`,
    { ...counts, caughtUp, offered, memoryMb: before, memoryRoseMb, memoryGrewMb, restarts },
    {
      ...EXACT_LOAD,
      restarts: 0,
      drainedMs: { atMost: size.overload * 1_000 * size.drainedWithin },
      memoryRoseMb: { atMost: size.grown },
      memoryGrewMb: { atMost: size.grown },
    },
  );
}

async function tryBursts(
  fleet: LoadedFleet,
  { even, burstSeconds, bursts, drainedWithin }: Size,
): Promise<Tried> {
  const outcomes = [await fleet.send(even, burstSeconds)];
  const drained: number[] = [];
  for (let burst = 0; burst < bursts; burst++) {
    const outcome = await fleet.send(10 * even, burstSeconds);
    drained.push(outcome['drainedMs']!);
    outcomes.push(outcome, await fleet.send(even, burstSeconds));
  }
  return judge(
    `${bursts} bursts of ${10 * even} readings a second for ${burstSeconds} s, ${even} between`,
    { ...summed(outcomes), drainedMs: Math.max(...drained) },
    { ...EXACT_LOAD, drainedMs: { atMost: burstSeconds * 1_000 * drainedWithin } },
  );
}
