import { chance } from '../../simulate/random.ts';
import { judge, type Tried } from '../drill.ts';
import { crossingsIn, valueOf } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { compareWithClean, SAME, type Expected } from './comparison.ts';
import { sendAll, type Schedule } from './planned.ts';

export interface Size {
  readonly devices: number;
  readonly readings: number;
  /** Time between two readings of a device. */
  readonly everyMs: number;
  /** Largest delay of a shuffled message. */
  readonly withinMs: number;
}

const COPIES = 3;

/** One message with a reading, and its sending time from the start. */
interface Copy {
  readonly atMs: number;
  readonly seq: number;
}

/** Returns the delays of all copies of a reading, ms. */
type Ordering = (seq: number, delayMs: (copy: number) => number) => readonly number[];

const ONCE: Ordering = () => [0];
const COPIES_SHUFFLED: Ordering = (_seq, delayMs) => [0, delayMs(1), delayMs(2)];
/**
 * Only the first reading keeps its place: for two minutes after an alert was created, a reading that is older than all received
 * ones of its device counts as resent (decision 6).
 */
const ALL_SHUFFLED: Ordering = (seq, delayMs) => [seq === 0 ? 0 : delayMs(0), delayMs(1), delayMs(2)];

/**
 * Sends each reading three times, shuffled. The state that depends on timestamps (stored readings, latest values, daily figures) must
 * equal that of a run with each reading once and in order. Alerts follow the order of arrival, so the alert log must have the crossings
 * of the first copies in their order of arrival, and no others.
 */
export async function tryCopies(installation: DrillInstallation, size: Size, seed: number): Promise<Tried[]> {
  const [clean, repeated, shuffled] = [
    await Fleet.make(installation, size.devices),
    await Fleet.make(installation, size.devices),
    await Fleet.make(installation, size.devices),
  ];
  const runs = [
    new Run(clean, clean, size, ONCE, seed),
    new Run(repeated, clean, size, COPIES_SHUFFLED, seed + 1),
    new Run(shuffled, clean, size, ALL_SHUFFLED, seed + 2),
  ] as const;
  const begun = Date.now();
  await sendAll(
    installation,
    runs.flatMap((run) => run.schedules(begun)),
  );
  const within = `${size.withinMs / 1_000} s`;
  const faults = [
    'each message once, in order',
    `each message ${COPIES} times, the copies within ${within} of the first`,
    `each message ${COPIES} times, all shuffled within ${within}`,
  ];
  const tried: Tried[] = [];
  for (const [index, { fleet, expected, messages }] of runs.entries()) {
    const counts = { messages, ...(await compareWithClean(installation, fleet, expected)) };
    tried.push(judge(faults[index]!, counts, SAME));
  }
  return tried;
}

/** The messages of a fleet, and its expected end states. */
class Run {
  readonly fleet: Fleet;
  readonly expected: readonly Expected[];
  readonly #copies: readonly (readonly Copy[])[];
  readonly #everyMs: number;

  constructor(
    fleet: Fleet,
    clean: Fleet,
    { readings, everyMs, withinMs }: Size,
    ordering: Ordering,
    seed: number,
  ) {
    this.fleet = fleet;
    const seqs = Array.from({ length: readings }, (_, seq) => seq);
    this.#copies = fleet.devices.map((_device, number) =>
      seqs
        .flatMap((seq) => {
          const delayMs = (copy: number) =>
            chance(seed, (number * readings + seq) * COPIES + copy) * withinMs;
          return ordering(seq, delayMs).map((delayedMs) => ({ atMs: seq * everyMs + delayedMs, seq }));
        })
        .toSorted((one, other) => one.atMs - other.atMs),
    );
    this.expected = fleet.devices.map((device, number) => ({
      device,
      first: 0,
      seqs,
      crossings: crossingsIn([...new Set(this.#copies[number]!.map(({ seq }) => seq))]),
      clean: clean.devices[number]!,
    }));
    this.#everyMs = everyMs;
  }

  get messages(): number {
    return this.#copies.flat().length;
  }

  /** Every second device sends a `seq` beside the timestamp; the others send the timestamp alone. */
  schedules(begun: number): Schedule[] {
    return this.fleet.devices.map(({ login }, number) => ({
      login,
      messages: this.#copies[number]!.map(({ atMs, seq }) => {
        const timestamp = begun + seq * this.#everyMs;
        const values = { TC1: valueOf(seq), TC2: seq, BATTERY: 3 + (seq % 10) / 10, timestamp };
        return { atMs, payload: number % 2 === 0 ? { ...values, seq } : values };
      }),
    }));
  }
}
