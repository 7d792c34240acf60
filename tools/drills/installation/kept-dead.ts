import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';

const LOOKS_EVERY_MS = 25;
const BACK_WITHIN_MS = 120_000;

/** A service that is killed (kill -9) and kept dead: the launcher restarts it, and each of its processes is killed, too. */
export class KeptDead {
  /** How often the launcher has restarted it because of that. */
  restarts = 0;
  readonly #product: WholeProduct;
  readonly #service: string;
  #isKept = false;
  #killing: Promise<void> = Promise.resolve();
  /** Length of the launcher's output when the killing began. */
  #outputBefore = 0;

  constructor(product: WholeProduct, service: string) {
    this.#product = product;
    this.#service = service;
  }

  /** Resolves once it is dead for the first time. */
  async kill(): Promise<void> {
    this.#outputBefore = this.#product.output.length;
    this.#isKept = true;
    const isKilled = Promise.withResolvers<void>();
    this.#killing = this.#killEach(isKilled.resolve);
    await isKilled.promise;
  }

  /** Resolves when it works again. */
  async bringBack(): Promise<void> {
    this.#isKept = false;
    await this.#killing;
    await until(() => this.#product.output.slice(this.#outputBefore).includes(`${this.#service} is back`), {
      timeoutMs: BACK_WITHIN_MS,
      what: `${this.#service} being back`,
    });
  }

  /** Kills each process that the launcher starts. */
  async #killEach(onKill: () => void): Promise<void> {
    let killed = 0;
    while (this.#isKept) {
      const pid = this.#product.findPid(this.#service);
      if (pid !== undefined && pid !== killed && signal(pid, 'SIGKILL')) {
        killed = pid;
        this.restarts += 1;
        onKill();
      }
      await delay(LOOKS_EVERY_MS);
    }
  }
}

/** Whether a process was there to get the signal. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
