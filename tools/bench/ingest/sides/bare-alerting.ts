import { readFile } from 'node:fs/promises';
import { ALERTS, deviceNames } from '../fleet.ts';
import type { LoadPlan } from '../load-plan.ts';
import { type Alerting, type AlertOutcome, byKey, latencies, settled } from './alerting.ts';
import type { Firing } from './bare/rules.ts';

const keyOf = ({ deviceName, seq, alert }: Pick<Firing, 'deviceName' | 'seq' | 'alert'>): string =>
  [deviceName, seq, alert].join(' ');

/** Reads the firings of a step from the file of bare, which sends no mails. */
export class BareAlerting implements Alerting {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async outcomeOf(plan: LoadPlan): Promise<AlertOutcome> {
    const names = deviceNames(plan.step.devices);
    const crossings = [...plan.crossings.values()];
    await settled(crossings.length, async () => (await this.#firingsOf(plan)).length);
    const firings = await this.#firingsOf(plan);
    const firingOf = byKey(firings, keyOf);
    const firedAt = crossings.map(({ publish, device, rule }) => {
      const crossing = { deviceName: names[device]!, seq: plan.seqOf(publish), alert: ALERTS.indexOf(rule) };
      const firing = firingOf.get(keyOf(crossing));
      return firing && new Date(firing.decidedAt);
    });
    return {
      expected: crossings.length,
      fired: firings.length,
      exact: firings.length === crossings.length && firedAt.every((at) => at !== undefined),
      toDecided: latencies(plan, crossings, firedAt),
      mailsExpected: 0,
      mailsSent: 0,
      toProvider: [],
    };
  }

  async #firingsOf({ step, nextSeq }: LoadPlan): Promise<Firing[]> {
    const text = await readFile(this.#file, 'utf8');
    // The last line may be incomplete.
    const lines = text.split('\n').slice(0, -1);
    return lines
      .map((line) => JSON.parse(line) as Firing)
      .filter(({ seq }) => seq >= step.firstSeq && seq < nextSeq);
  }
}
