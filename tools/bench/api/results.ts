import type { Spread } from '../durations.ts';
import type { SideRounds } from '../in-turns.ts';
import type { Machine } from '../machine.ts';
import type { ProcessCost } from '../processes.ts';
import type { ServiceProfile } from '../profile.ts';
import type { BenchOptions, SideKey } from './options.ts';

/** What one side did with one call, asked over and over. */
export interface CallFigures {
  readonly answered: number;
  /** Of these, whose answer was exactly what was seeded. */
  readonly exact: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly latency: Spread;
  /** Bytes of an answer, headers and all. */
  readonly bytes: number;
  readonly cpuUsPerCall: number;
  /** The load generator's own, for comparison. */
  readonly generatorCpuUsPerCall: number;
  readonly processes: readonly ProcessCost[];
}

export const CALLS = ['list', 'login'] as const;
export type CallKey = (typeof CALLS)[number];

export interface SideRound extends Readonly<Record<CallKey, CallFigures>> {
  readonly profiles: readonly ServiceProfile[];
}

export type SideResults = SideRounds<SideKey, SideRound>;

/** Everything that one run of the benchmark found out. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly options: Omit<BenchOptions, 'profile' | 'write' | 'sides'>;
  readonly sides: readonly SideResults[];
}

/** Whether every call was answered, and every answer was right. */
export const isExact = ({ answered, exact, failed }: CallFigures): boolean =>
  answered > 0 && exact === answered && failed === 0;
