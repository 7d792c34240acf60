import type { Spread } from '../../durations.ts';
import type { ExpectedPage } from '../fleet.ts';

/** A request to the generator process. Each connection sends its next call as soon as the last one is answered. */
export type Load = { readonly url: string; readonly connections: number; readonly seconds: number } & (
  | { readonly kind: 'list'; readonly token: string; readonly pages: readonly ExpectedPage[] }
  | { readonly kind: 'login'; readonly email: string; readonly password: string }
);

/** The calls of a load, as the caller sees them. */
export interface LoadResult {
  /** Calls that were answered. */
  readonly answered: number;
  /** Answered calls with exactly the right answer. */
  readonly exact: number;
  /** Calls that broke off or took too long. */
  readonly failed: number;
  /** From the first call to the last answer. */
  readonly elapsedMs: number;
  readonly latency: Spread;
  /** Mean size of an answer in bytes, with headers. */
  readonly bytes: number;
  /** Processor time of the generator itself. */
  readonly cpuMs: number;
}
