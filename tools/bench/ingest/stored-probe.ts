import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../durations.ts';
import { deviceNames } from './fleet.ts';
import type { LoadPlan } from './load-plan.ts';
import type { ReadingStore } from './reading-store.ts';

/** Few enough to cost the database next to nothing, enough for a p99. */
const SAMPLES_PER_SECOND = 25;
const LOOK_EVERY_MS = 4;
/** More samples wait only if the side is far behind; the oldest are enough then. */
const LOOKED_UP_AT_ONCE = 20;

interface Sample {
  readonly id: string;
  readonly dueAt: number;
}

/**
 * Polls the database for a sample of a step's readings until each is found. A latency runs from the due time of the
 * reading to the end of the query that found it.
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
      // The sample shifts by one each time, so that it covers different devices.
      const publish = Math.min(plan.publishes - 1, sample * every + (sample % every));
      const reading = readingsPerPublish - 1;
      const deviceName = names[plan.deviceOf(publish)]!;
      const seq = plan.seqOf(publish, reading);
      const timestamp = plan.timestampOf(publish, reading);
      return { id: store.idOf({ deviceName, seq, timestamp }), dueAt: plan.dueAt(publish) };
    });
  }

  /** Resolves with the latency of each sample, Infinity for a sample that was not found. */
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
