import { chance } from '../../simulate/random.ts';
import { judge, type Tried } from '../drill.ts';
import { crossingsIn, valueOf } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { Ground } from '../ground/ground.ts';
import { compareWithClean, SAME, type Expected } from './comparison.ts';
import { sendAll, type Plan } from './planned.ts';

export interface Size {
  readonly devices: number;
  readonly readings: number;
  /** Between two readings of a device, ms. */
  readonly everyMs: number;
  /** What is shuffled comes so much later at most, ms. */
  readonly withinMs: number;
}

const COPIES = 3;

/** A reading's number, on its way at a certain moment. */
interface Copy {
  readonly atMs: number;
  readonly seq: number;
}

/** In which order the copies of readings come. */
type Ordering = (seq: number, delayMs: (copy: number) => number) => readonly number[];

const ONCE: Ordering = () => [0];
const COPIES_SHUFFLED: Ordering = (_seq, delayMs) => [0, delayMs(1), delayMs(2)];
/**
 * The first reading alone keeps its place: in the two minutes after an alert was made, a reading that is older than all that
 * were heard of its device is taken for one that is sent again (decision 6).
 */
const ALL_SHUFFLED: Ordering = (seq, delayMs) => [seq === 0 ? 0 : delayMs(0), delayMs(1), delayMs(2)];

/**
 * Each reading three times, shuffled. All that follows from timestamps, which is the stored readings, the latest values and the
 * days' figures, is as after a run in which each comes once and in order. Alerts follow arrivals: where the first copies
 * keep their order the alert log is as after that run; else it has the crossings of the order in which the first copies came, no other.
 */
export async function tryCopies(ground: Ground, size: Size, seed: number): Promise<Tried[]> {
  const [clean, repeated, shuffled] = [
    await Fleet.make(ground, size.devices),
    await Fleet.make(ground, size.devices),
    await Fleet.make(ground, size.devices),
  ];
  const runs = [
    new Run(clean, clean, size, ONCE, seed),
    new Run(repeated, clean, size, COPIES_SHUFFLED, seed + 1),
    new Run(shuffled, clean, size, ALL_SHUFFLED, seed + 2),
  ] as const;
  const begun = Date.now();
  await sendAll(
    ground,
    runs.flatMap((run) => run.plans(begun)),
  );
  const within = `${size.withinMs / 1_000} s`;
  const faults = [
    'each message once, in order',
    `each message ${COPIES} times, the copies within ${within} of the first`,
    `each message ${COPIES} times, all shuffled within ${within}`,
  ];
  const tried: Tried[] = [];
  for (const [index, { fleet, expected, messages }] of runs.entries()) {
    const counts = { messages, ...(await compareWithClean(ground, fleet, expected)) };
    tried.push(judge(faults[index]!, counts, SAME));
  }
  return tried;
}

/** What a fleet sends, and what should come of it. */
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

  /** By devices whose readings carry a sequence number beside their time, and by others whose do not, in turn. */
  plans(begun: number): Plan[] {
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
