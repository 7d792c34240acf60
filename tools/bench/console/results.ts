import type { Figure } from '../figures.ts';
import type { Machine } from '../machine.ts';
import type { ChartFigures } from './chart.ts';
import type { BenchOptions } from './options.ts';

/** The measured page loads. */
export type LoadName = 'minimal' | 'deviceList' | 'devicePage';

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly options: Omit<BenchOptions, 'write'>;
  /** Bytes of script on the wire until the sign-in page is idle. */
  readonly signInScriptBytes: number;
  /** From the navigation until the page is usable, ms. */
  readonly loads: Readonly<Record<LoadName, Figure>>;
  readonly chart: ChartFigures;
}
