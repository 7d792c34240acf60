import { heldBy } from '@telemon/testing/memory';
import { SERVICES } from '../../start/services.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const LOOK_EVERY_MS = 500;
const MEGABYTE = 1024 * 1024;

/** Present memory of all services together, MB. */
export const servicesHold = ({ product }: DrillInstallation): number =>
  Math.round(SERVICES.reduce((sum, { name }) => sum + heldBy(product.pid(name)), 0) / MEGABYTE);

/** Samples the services' memory, and keeps the maximum. */
export class MemoryWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(installation: DrillInstallation) {
    this.#timer = setInterval(
      () => (this.#most = Math.max(this.#most, servicesHold(installation))),
      LOOK_EVERY_MS,
    );
  }

  /** Stops sampling. Returns the maximum, MB. */
  end(): number {
    clearInterval(this.#timer);
    return this.#most;
  }
}
