import { type Counts, countsOf, droppedSince } from '../../bench/udp/counts.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { settled } from './settled.ts';

/** Compares the missing datagrams with udp-router's count of dropped ones, from its beginning on. */
export class DropCount {
  readonly #installation: DrillInstallation;
  readonly #before: Counts;

  private constructor(installation: DrillInstallation, before: Counts) {
    this.#installation = installation;
    this.#before = before;
  }

  static async begin(installation: DrillInstallation): Promise<DropCount> {
    return new DropCount(installation, await countsOf(installation.product));
  }

  /** How many of the missing datagrams are not counted, once they are 0, or after some seconds. @param missing Their present number */
  uncounted(missing: () => Promise<number>): Promise<number> {
    return settled(async () => {
      const counted = Object.values(await this.byReason()).reduce((sum, count) => sum + count, 0);
      return (await missing()) - counted;
    });
  }

  /** The dropped datagrams by the reason that udp-router gives. */
  async byReason(): Promise<Record<string, number>> {
    return droppedSince(this.#before, await countsOf(this.#installation.product));
  }
}
