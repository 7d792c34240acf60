import { heldBy } from '@telemon/testing/memory';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { type MemoryMb, SERVICES, totalOf } from './results.ts';

const LOOKS_EVERY_MS = 50;
const MB = 1024 ** 2;

/** The resident memory of the services at this moment. */
export const memoryOf = (product: WholeProduct): MemoryMb => {
  const pids = product.pids();
  return Object.fromEntries(
    SERVICES.map((service) => [service, heldBy(pids.get(service)!) / MB]),
  ) as unknown as MemoryMb;
};

/** Looks at the memory of the services all the time, and keeps the highest that it saw. */
export class MemoryWatch {
  #most: MemoryMb;
  #mostTogetherMb: number;
  readonly #timer: NodeJS.Timeout;

  constructor(product: WholeProduct) {
    this.#most = memoryOf(product);
    this.#mostTogetherMb = totalOf(this.#most);
    this.#timer = setInterval(() => this.#look(memoryOf(product)), LOOKS_EVERY_MS);
  }

  end(): { most: MemoryMb; mostTogetherMb: number } {
    clearInterval(this.#timer);
    return { most: this.#most, mostTogetherMb: this.#mostTogetherMb };
  }

  #look(memory: MemoryMb): void {
    this.#mostTogetherMb = Math.max(this.#mostTogetherMb, totalOf(memory));
    this.#most = Object.fromEntries(
      SERVICES.map((service) => [service, Math.max(this.#most[service], memory[service])]),
    ) as unknown as MemoryMb;
  }
}
