import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { KeptDead, signal } from '../installation/kept-dead.ts';
import type { Provider } from './provider.ts';

const SERVICE = 'outbox';

/** The outbox of an installation, which the launcher restarts whenever it ends, or when it has not answered for 30 s. */
export class Outbox implements Provider {
  readonly name = SERVICE;
  readonly channels = ['sms', 'email'] as const;
  readonly #product: WholeProduct;
  readonly #dead: KeptDead;
  #paused = 0;
  /** How often it was replaced while it was paused. */
  #replaced = 0;

  constructor(product: WholeProduct) {
    this.#product = product;
    this.#dead = new KeptDead(product, SERVICE);
  }

  get restarts(): number {
    return this.#replaced + this.#dead.restarts;
  }

  async pause(): Promise<void> {
    this.#paused = await until(() => this.#product.findPid(SERVICE), { what: 'the outbox' });
    process.kill(this.#paused, 'SIGSTOP');
  }

  resume(): void {
    if (!signal(this.#paused, 'SIGCONT')) this.#replaced += 1;
  }

  kill(): Promise<void> {
    return this.#dead.kill();
  }

  bringBack(): Promise<void> {
    return this.#dead.bringBack();
  }
}
