import type { Spread } from '../../durations.ts';
import type { DeviceLogin } from '../fleet.ts';
import type { LoadStep } from '../load-plan.ts';
import type { Endpoint } from './device-connection.ts';

/** What the generator's process is asked … */
export type GeneratorRequest =
  | { readonly kind: 'connect'; readonly endpoint: Endpoint; readonly logins: readonly DeviceLogin[] }
  | { readonly kind: 'send'; readonly step: LoadStep }
  | { readonly kind: 'disconnect' };

/** … and what it answers once that is done. */
export interface GeneratorDone {
  readonly sending?: Sending;
}

/** What became of one step, as the devices see it. */
export interface Sending {
  readonly sent: number;
  readonly acknowledged: number;
  /** From when a publish was due to its PUBACK. */
  readonly toAcknowledged: Spread;
  /** How late the generator itself was: the share of a latency that is its own. */
  readonly lateness: Spread;
  readonly connectionsLost: number;
}
