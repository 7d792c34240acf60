import type { Spread } from '../../durations.ts';
import type { ChartKey, SideKey } from '../results.ts';

/** Users who look at one chart after the other. */
export interface Looking {
  readonly side: SideKey;
  readonly chart: ChartKey;
  readonly users: number;
  readonly seconds: number;
  /** The address of Telemon. */
  readonly url: string;
  readonly token: string;
  readonly mongoUrl: string;
  readonly names: readonly string[];
  /** Where the history ends, epoch milliseconds. */
  readonly end: number;
  readonly days: number;
}

export interface Looked {
  readonly latency: Spread;
  /** Charts without an answer, or with too few points. */
  readonly failed: number;
}
