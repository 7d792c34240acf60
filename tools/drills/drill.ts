import type { Say } from '../servers/progress.ts';
import type { Ground } from './ground/ground.ts';

/** How long a drill may take: a few seconds beside the tests, or as long as `docs/reliability.md` says. */
export type Form = 'short' | 'long';

export interface DrillOptions {
  readonly form: Form;
  /** Decides all that is left to chance; the same seed makes the same drill. */
  readonly seed: number;
  readonly say: Say;
}

/** Figures by their names. */
export type Counts = Readonly<Record<string, number>>;

/** One fault and what came of it. */
export interface Tried {
  /** The fault in a few words. */
  readonly fault: string;
  readonly counts: Counts;
  /** What did not hold, a sentence each; empty where all did. */
  readonly broken: readonly string[];
}

/** Something that is done to a running Telemon, to see whether a promise holds. */
export interface Drill {
  readonly name: string;
  /** Of `docs/reliability.md`, such as 'P1'. */
  readonly promises: readonly string[];
  /** One sentence. */
  readonly about: string;
  /** What the installation that it runs on is started with. */
  readonly ground?: GroundOptions;
  /** Why it has no short form. */
  readonly longOnly?: string;
  /** Most of its long form is waiting: it runs beside others of its kind. */
  readonly mostlyWaits?: true;
  /** Its short form leaves out all that needs such a ground, and runs on the one that drills share. */
  readonly isSharedWhenShort?: boolean;
  run(ground: Ground, options: DrillOptions): Promise<Tried[]>;
}

export interface GroundOptions {
  /** Variables of `npm start`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The services reach their servers through links that can be cut. */
  readonly throughLinks?: boolean;
  /** MongoDB and Kafka keep their data on disks that can be filled. */
  readonly smallDisks?: boolean;
  /** The launcher brings the servers, as it does for a person, and starts them again when they end. */
  readonly launcherServers?: boolean;
  /** Its processes have a clock of their own, which can be set. */
  readonly ownClock?: boolean;
}

/** What a count had to be: a number exactly, or at most. */
export type Bound = number | { readonly atMost: number } | { readonly atLeast: number };

/** Judges counts: those that `bounds` names, each by its bound. A count that is missing is broken, too. */
export function judge(fault: string, counts: Counts, bounds: Readonly<Record<string, Bound>>): Tried {
  const broken = Object.entries(bounds).flatMap(([name, bound]) => {
    const found = counts[name] ?? Number.NaN;
    const [holds, wanted] = compared(found, bound);
    return holds ? [] : [`${name} is ${found}, ${wanted} was promised`];
  });
  return { fault, counts, broken };
}

function compared(found: number, bound: Bound): [boolean, string] {
  if (typeof bound === 'number') return [found === bound, String(bound)];
  if ('atMost' in bound) return [found <= bound.atMost, `at most ${bound.atMost}`];
  return [found >= bound.atLeast, `at least ${bound.atLeast}`];
}
