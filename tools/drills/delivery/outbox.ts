import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import type { Provider } from './provider.ts';

const SERVICE = 'outbox';
const LOOKS_EVERY_MS = 25;

/** The outbox of an installation, which the launcher restarts whenever it ends, or when it has not answered for 30 s. */
export class Outbox implements Provider {
  readonly name = SERVICE;
  readonly channels = ['sms', 'email'] as const;
  restarts = 0;
  readonly #product: WholeProduct;
  #paused = 0;
  #isKept = false;
  #killing: Promise<void> = Promise.resolve();
  /** Length of the launcher's output when the killing began. */
  #said = 0;

  constructor(product: WholeProduct) {
    this.#product = product;
  }

  async pause(): Promise<void> {
    this.#paused = await until(() => pidOf(this.#product), { what: 'the outbox' });
    process.kill(this.#paused, 'SIGSTOP');
  }

  resume(): void {
    if (!signal(this.#paused, 'SIGCONT')) this.restarts += 1;
  }

  async kill(): Promise<void> {
    this.#said = this.#product.output.length;
    this.#isKept = true;
    const isKilled = Promise.withResolvers<void>();
    this.#killing = this.#killEach(isKilled.resolve);
    await isKilled.promise;
  }

  async bringBack(): Promise<void> {
    this.#isKept = false;
    await this.#killing;
    await until(() => this.#product.output.slice(this.#said).includes(`${SERVICE} is back`), {
      what: 'the outbox being back',
    });
  }

  /** Kills each process that the launcher starts. */
  async #killEach(onKill: () => void): Promise<void> {
    let killed = 0;
    while (this.#isKept) {
      const pid = pidOf(this.#product);
      if (pid !== undefined && pid !== killed && signal(pid, 'SIGKILL')) {
        killed = pid;
        this.restarts += 1;
        onKill();
      }
      await delay(LOOKS_EVERY_MS);
    }
  }
}

/** Its process; undefined if it has just ended, or while the launcher replaces the file of a process. */
function pidOf(product: WholeProduct): number | undefined {
  try {
    return product.pids().get(SERVICE);
  } catch {
    return undefined;
  }
}

/** Whether the process was there to get the signal. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
