import type { Spread } from '../../durations.ts';
import type { DeviceLogin } from '../fleet.ts';
import type { LoadStep } from '../load-plan.ts';
import type { Endpoint } from './device-connection.ts';

/** A request to the generator process. */
export type GeneratorRequest =
  | { readonly kind: 'connect'; readonly endpoint: Endpoint; readonly logins: readonly DeviceLogin[] }
  | { readonly kind: 'send'; readonly step: LoadStep }
  | { readonly kind: 'disconnect' };

/** The answer, once the request is done. */
export interface GeneratorDone {
  readonly sending?: Sending;
}

/** One step, as the devices see it. */
export interface Sending {
  readonly sent: number;
  readonly acknowledged: number;
  /** From when a publish was due to its PUBACK. */
  readonly toAcknowledged: Spread;
  /** How late the generator itself was; part of every latency. */
  readonly lateness: Spread;
  readonly connectionsLost: number;
}
