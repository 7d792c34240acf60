import { setTimeout as delay } from 'node:timers/promises';
import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const ASKS_EVERY_MS = 500;
/** Deadline for every answer, including a 503. */
const ANSWERED_WITHIN_MS = 5_000;

/** Each path is answered by another service. */
export const VISITED_PATHS = ['/device?limit=10', '/alertLog?limit=10', '/user?limit=10', '/outbox?limit=1'];

/** Polls /v1, and counts the answers. */
export class Visitor {
  readonly #counts = { asked: 0, answered: 0, unavailable: 0, otherAnswers: 0, slowAnswers: 0 };
  readonly #installation: DrillInstallation;
  readonly #visiting: Promise<void>;
  #leaves = false;

  constructor(installation: DrillInstallation) {
    this.#installation = installation;
    this.#visiting = this.#visit();
  }

  /** Stops polling. Returns the counts of answers: 200, 503 with `Retry-After`, others, and slow ones. */
  async end(): Promise<Counts> {
    this.#leaves = true;
    await this.#visiting;
    return this.#counts;
  }

  async #visit(): Promise<void> {
    // A fresh token outlasts the visit.
    await this.#installation.signIn();
    const { token } = await this.#installation.api();
    const url = `${this.#installation.product.addresses.url}/v1`;
    for (let call = 0; !this.#leaves; call += 1) {
      const path = VISITED_PATHS[call % VISITED_PATHS.length]!;
      const from = performance.now();
      this.#counts.asked += 1;
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => null,
      );
      const status = answer?.status;
      await answer?.arrayBuffer().catch(() => undefined);
      if (status === 200) this.#counts.answered += 1;
      else if (status === 503 && answer?.headers.has('retry-after')) this.#counts.unavailable += 1;
      else this.#counts.otherAnswers += 1;
      if (performance.now() - from > ANSWERED_WITHIN_MS) this.#counts.slowAnswers += 1;
      await delay(ASKS_EVERY_MS);
    }
  }
}
