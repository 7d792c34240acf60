import type { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import type { SecondReplicas } from './second-replicas.ts';

/** Two replicas of every service, and the devices that use both. */
export interface Pairs {
  readonly installation: DrillInstallation;
  readonly second: SecondReplicas;
  readonly fleet: Fleet;
  /** The addresses of both gateways. */
  readonly urls: readonly string[];
  /** The ports of both bridges. */
  readonly ports: readonly [number, number];
}

/** The number of restarts of both replicas so far. */
export const restartsOf = ({ installation, second }: Pairs): number =>
  installation.restarts + second.restarts;
