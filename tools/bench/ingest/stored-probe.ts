import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../durations.ts';
import { deviceNames } from './fleet.ts';
import type { LoadPlan } from './load-plan.ts';
import type { ReadingStore } from './reading-store.ts';

/** Few enough to cost the database next to nothing, enough for a p99. */
const SAMPLES_PER_SECOND = 25;
const LOOK_EVERY_MS = 4;
/** More than this are waiting only where the side is far behind, and then the oldest say enough. */
const LOOKED_UP_AT_ONCE = 20;

interface Sample {
  readonly id: string;
  readonly dueAt: number;
}

/**
 * Watches a sample of the readings of a step until each can be read from the database. A latency is from when the
 * reading was due to be sent to the end of the look that found it.
 */
export class StoredProbe {
  readonly #store: ReadingStore;
  readonly #samples: readonly Sample[];
  readonly #latencies: number[] = [];
  #waiting = new Map<string, Sample>();
  #next = 0;
  #giveUp = false;

  constructor(store: ReadingStore, plan: LoadPlan) {
    this.#store = store;
    const names = deviceNames(plan.step.devices);
    const { rate, readingsPerPublish } = plan.step;
    const every = Math.max(1, Math.round(rate / readingsPerPublish / SAMPLES_PER_SECOND));
    this.#samples = Array.from({ length: Math.floor(plan.publishes / every) }, (_, sample) => {
      // Not always the same devices: the sample moves on by one each time round.
      const publish = Math.min(plan.publishes - 1, sample * every + (sample % every));
      const reading = readingsPerPublish - 1;
      const deviceName = names[plan.deviceOf(publish)]!;
      const seq = plan.seqOf(publish, reading);
      const timestamp = plan.timestampOf(publish, reading);
      return { id: store.idOf({ deviceName, seq, timestamp }), dueAt: plan.dueAt(publish) };
    });
  }

  /** Resolves with the latency of each sample, Infinity for those that were given up. */
  async run(): Promise<number[]> {
    while (!this.#giveUp && (this.#next < this.#samples.length || this.#waiting.size > 0)) {
      const from = now();
      while (this.#next < this.#samples.length && this.#samples[this.#next]!.dueAt <= from) {
        const sample = this.#samples[this.#next++]!;
        this.#waiting.set(sample.id, sample);
      }
      if (this.#waiting.size > 0) await this.#look();
      await delay(Math.max(1, LOOK_EVERY_MS - (now() - from)));
    }
    const lost = this.#waiting.size + this.#samples.length - this.#next;
    return [...this.#latencies, ...Array.from({ length: lost }, () => Infinity)];
  }

  giveUp(): void {
    this.#giveUp = true;
  }

  async #look(): Promise<void> {
    const found = await this.#store.find([...this.#waiting.keys()].slice(0, LOOKED_UP_AT_ONCE));
    const at = now();
    for (const id of found) {
      this.#latencies.push(at - this.#waiting.get(id)!.dueAt);
      this.#waiting.delete(id);
    }
  }
}
