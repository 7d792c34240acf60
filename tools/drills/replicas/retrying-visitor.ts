import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from '@telemon/testing/api-client';
import type { Counts } from '../drill.ts';
import { VISITED_PATHS } from '../fleet/visitor.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const ASKS_EVERY_MS = 100;

/** Polls /v1 at several gateways, and retries a failed call once at the next one, as a load balancer and a browser do. */
export class RetryingVisitor {
  readonly #counts = { asked: 0, retried: 0, failedCalls: 0 };
  readonly #gateways: readonly ApiClient[];
  readonly #visiting: Promise<void>;
  #leaves = false;

  private constructor(gateways: readonly ApiClient[]) {
    this.#gateways = gateways;
    this.#visiting = this.#visit();
  }

  static async come(installation: DrillInstallation, urls: readonly string[]): Promise<RetryingVisitor> {
    const { adminEmail, adminPassword } = installation.product.addresses;
    const gateways = urls.map((url) => ApiClient.signIn(url, adminEmail, adminPassword));
    return new RetryingVisitor(await Promise.all(gateways));
  }

  async end(): Promise<Counts> {
    this.#leaves = true;
    await this.#visiting;
    return this.#counts;
  }

  async #visit(): Promise<void> {
    for (let call = 0; !this.#leaves; call += 1) {
      const path = VISITED_PATHS[call % VISITED_PATHS.length]!;
      // Each path at each gateway.
      const first = Math.floor(call / VISITED_PATHS.length);
      this.#counts.asked += 1;
      if (!(await this.#succeeds(first, path))) {
        this.#counts.retried += 1;
        if (!(await this.#succeeds(first + 1, path))) this.#counts.failedCalls += 1;
      }
      await delay(ASKS_EVERY_MS);
    }
  }

  #succeeds(gateway: number, path: string): Promise<boolean> {
    return this.#gateways[gateway % this.#gateways.length]!.send('GET', path).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}
