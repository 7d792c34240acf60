import type { Spread } from '../../durations.ts';
import type { ExpectedPage } from '../fleet.ts';

/** What the generator's process is asked: to ask a side, on so many connections, each as soon as it was answered. */
export type Load = { readonly url: string; readonly connections: number; readonly seconds: number } & (
  | { readonly kind: 'list'; readonly token: string; readonly pages: readonly ExpectedPage[] }
  | { readonly kind: 'login'; readonly email: string; readonly password: string }
);

/** What became of it, as the caller sees it. */
export interface Asking {
  /** Calls that were answered. */
  readonly answered: number;
  /** Of these, whose answer was exactly what it should be. */
  readonly exact: number;
  /** Calls that broke off or took too long. */
  readonly failed: number;
  /** From the first call to the last answer. */
  readonly elapsedMs: number;
  readonly latency: Spread;
  /** Bytes of an answer, headers and all. */
  readonly bytes: number;
  /** Processor time of the generator itself. */
  readonly cpuMs: number;
}
