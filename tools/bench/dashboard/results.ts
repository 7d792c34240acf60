import type { Spread } from '../durations.ts';
import type { Machine } from '../machine.ts';
import type { BenchOptions } from './options.ts';

/** How fluent a movement was. */
export interface Motion {
  readonly framesPerSecond: number;
  /** Between two frames, ms. */
  readonly longestFrameMs: number;
}

export interface FleetFigures {
  readonly devices: number;
  readonly latency: Spread;
  /** Of processor time that all of Telemon took an answer, ms: says more than the latency where the machine was busy. */
  readonly cpuMs: number;
  /** Of one answer: as it came, compressed, and the JSON in it. */
  readonly wireBytes: number;
  readonly jsonBytes: number;
  /** Whether every answer had every device. */
  readonly isExact: boolean;
  /** From the click on Dashboard to pins on the painted map, ms, each time it was opened. */
  readonly opened: Spread;
  readonly panned: Motion;
  readonly scrolled: Motion;
}

/** Everything that one run of the benchmark found out. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly options: Omit<BenchOptions, 'write'>;
  readonly fleets: readonly FleetFigures[];
}
