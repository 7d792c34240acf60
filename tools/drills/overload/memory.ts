import { heldBy } from '@telemon/testing/memory';
import { SERVICES } from '../../start/services.ts';
import type { Ground } from '../ground/ground.ts';

const LOOK_EVERY_MS = 500;
const MEGABYTE = 1024 * 1024;

/** What the services hold in memory now, all together, MB. */
export const servicesHold = ({ product }: Ground): number =>
  Math.round(SERVICES.reduce((sum, { name }) => sum + heldBy(product.pid(name)), 0) / MEGABYTE);

/** Looks at what the services hold again and again, and remembers the most. */
export class MemoryWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(ground: Ground) {
    this.#timer = setInterval(() => (this.#most = Math.max(this.#most, servicesHold(ground))), LOOK_EVERY_MS);
  }

  /** The most that they held at once, MB. */
  end(): number {
    clearInterval(this.#timer);
    return this.#most;
  }
}
