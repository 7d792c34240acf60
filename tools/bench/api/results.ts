import type { Spread } from '../durations.ts';
import type { SideRounds } from '../in-turns.ts';
import type { Machine } from '../machine.ts';
import type { ProcessCost } from '../processes.ts';
import type { ServiceProfile } from '../profile.ts';
import type { BenchOptions, SideKey } from './options.ts';

/** The figures of one call on one side. */
export interface CallFigures {
  readonly answered: number;
  /** Answered calls with exactly the right answer. */
  readonly exact: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly latency: Spread;
  /** Mean size of an answer in bytes, with headers. */
  readonly bytes: number;
  readonly cpuUsPerCall: number;
  /** CPU time of the load generator, for comparison. */
  readonly generatorCpuUsPerCall: number;
  readonly processes: readonly ProcessCost[];
}

export const CALLS = ['list', 'login'] as const;
export type CallKey = (typeof CALLS)[number];

export interface SideRound extends Readonly<Record<CallKey, CallFigures>> {
  readonly profiles: readonly ServiceProfile[];
}

export type SideResults = SideRounds<SideKey, SideRound>;

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly options: Omit<BenchOptions, 'profile' | 'write' | 'sides'>;
  readonly sides: readonly SideResults[];
}

/** Whether every call was answered, and every answer was right. */
export const isExact = ({ answered, exact, failed }: CallFigures): boolean =>
  answered > 0 && exact === answered && failed === 0;
