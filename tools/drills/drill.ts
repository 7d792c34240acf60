import type { Say } from '../servers/progress.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import type { InstallationOptions } from './installation/installation-options.ts';

/** Some seconds with the tests, or the durations in `docs/reliability.md`. */
export type Form = 'short' | 'long';

export interface DrillOptions {
  readonly form: Form;
  /** Determines all random choices; the same seed repeats them. */
  readonly seed: number;
  readonly say: Say;
}

/** Counts by their names. */
export type Counts = Readonly<Record<string, number>>;

/** The result of one fault. */
export interface Tried {
  /** The fault in a few words. */
  readonly fault: string;
  readonly counts: Counts;
  /** A sentence for each broken bound. */
  readonly broken: readonly string[];
}

/** `shared`: with links and small disks. `launched`: on servers of the launcher, with settings of its own. */
export type ShortInstallation = 'shared' | 'launched';

/** Causes faults in a running Telemon, and tests whether its promises hold. */
export interface Drill {
  readonly name: string;
  /** The tested promises of `docs/reliability.md`, such as 'P1'. */
  readonly promises: readonly string[];
  /** The promises that the short form is too small to test. */
  readonly onlyLongTests?: readonly string[];
  /** The description in `docs/reliability.md`. */
  readonly about: string;
  /** Settings of the installation that it runs on. */
  readonly installation?: InstallationOptions;
  /** Why it has no short form. */
  readonly longOnly?: string;
  /** Its long form mostly waits, so it runs at the same time as others of this kind. */
  readonly mostlyWaits?: true;
  /** The installation of its short form, if `installation` doesn't determine it; the two should take equally long. */
  readonly shortInstallation?: ShortInstallation;
  run(installation: DrillInstallation, options: DrillOptions): Promise<Tried[]>;
}

/** The promised values of a count: one number, a maximum or a minimum. */
export type Bound = number | { readonly atMost: number } | { readonly atLeast: number };

/** Compares each count in `bounds` with its bound. A missing count breaks its bound, too. */
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
