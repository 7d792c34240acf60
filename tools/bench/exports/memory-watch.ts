import { heldBy } from '@telemon/testing/memory';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { type MemoryMb, SERVICES, totalOf } from './results.ts';

const LOOKS_EVERY_MS = 50;
const MB = 1024 ** 2;

/** The resident memory of the services with these process ids at this moment. */
const memoryIn = (pids: ReadonlyMap<string, number>): MemoryMb =>
  Object.fromEntries(
    SERVICES.map((service) => [service, heldBy(pids.get(service)!) / MB]),
  ) as unknown as MemoryMb;

export const memoryOf = (product: WholeProduct): MemoryMb => memoryIn(product.pids());

/** Looks at the memory of the services all the time, and keeps the highest that it saw. */
export class MemoryWatch {
  #most: MemoryMb;
  #mostTogetherMb: number;
  readonly #timer: NodeJS.Timeout;

  constructor(product: WholeProduct) {
    const pids = product.pids();
    this.#most = memoryIn(pids);
    this.#mostTogetherMb = totalOf(this.#most);
    this.#timer = setInterval(() => this.#look(memoryIn(pids)), LOOKS_EVERY_MS);
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
