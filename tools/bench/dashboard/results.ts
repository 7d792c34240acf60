import type { Spread } from '../durations.ts';
import type { Motion } from '../frames.ts';
import type { Machine } from '../machine.ts';
import type { BenchOptions } from './options.ts';

export interface FleetFigures {
  readonly devices: number;
  readonly latency: Spread;
  /** CPU time of all of Telemon's processes per answer, ms, which says more than the latency on a busy machine. */
  readonly cpuMs: number;
  /** Bytes of the largest answer: gzipped, and its JSON. */
  readonly wireBytes: number;
  readonly jsonBytes: number;
  /** Whether every checked answer had every device. */
  readonly isExact: boolean;
  /** From the click on Dashboard to the painted pins, ms. */
  readonly opened: Spread;
  readonly panned: Motion;
  readonly scrolled: Motion;
}

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly options: Omit<BenchOptions, 'write'>;
  readonly fleets: readonly FleetFigures[];
}
