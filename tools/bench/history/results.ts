import type { Spread } from '../durations.ts';
import type { StepFigures } from '../ingest/measure-step.ts';
import type { Machine } from '../machine.ts';
import type { BenchOptions } from './options.ts';

export const SIDE_KEYS = ['telemon', 'plain', 'time-series'] as const;
export type SideKey = (typeof SIDE_KEYS)[number];
export const TITLES: Readonly<Record<SideKey, string>> = {
  telemon: 'Telemon',
  plain: 'Plain find, sums by the client',
  'time-series': 'Time series, $group',
};

export const CHART_KEYS = ['month', 'day'] as const;
export type ChartKey = (typeof CHART_KEYS)[number];

/** The size of collections on the disk. */
export interface Size {
  readonly readings: number;
  readonly dataBytes: number;
  readonly indexBytes: number;
  /** The free space between the data, which new data fills; a part of the bytes above. */
  readonly reusableBytes: number;
}
export const FORMS = ['sealed', 'hot', 'plain', 'time-series'] as const;
export type Form = (typeof FORMS)[number];

/** The charts of one kind, side and round. */
export interface ChartFigures {
  readonly latency: Spread;
  readonly failed: number;
  /** Readings that came in meanwhile, and until the 99th of 100 was acknowledged. */
  readonly intake: { readonly readings: number; readonly p99: number };
}
export type ChartRound = Record<SideKey, Record<ChartKey, ChartFigures>>;

export interface Exactness {
  /** Readings that were made, and the readings that each form has. */
  readonly made: number;
  readonly stored: Readonly<Record<SideKey, number>>;
  /** Devices whose sums were compared, and those of them with other sums than a plain computation has. */
  readonly compared: number;
  readonly different: number;
}

export interface Results {
  readonly date: string;
  readonly machine: Machine;
  /** How busy it was with other work before the run, percent. */
  readonly otherLoad: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly options: Omit<BenchOptions, 'write' | 'folder' | 'keep'>;
  readonly sizes: Readonly<Record<Form, Size>>;
  /** The time that making each form took, s. */
  readonly madeInS: Readonly<Record<Form, number>>;
  readonly rounds: readonly ChartRound[];
  readonly intake: { readonly empty: StepFigures; readonly full: StepFigures };
  readonly exactness: Exactness;
}

export const isExact = ({ made, stored, compared, different }: Exactness): boolean =>
  compared > 0 && different === 0 && SIDE_KEYS.every((key) => stored[key] === made);

export const hasFailedCharts = ({ telemon }: ChartRound): boolean =>
  CHART_KEYS.some((chart) => telemon[chart].failed > 0);
