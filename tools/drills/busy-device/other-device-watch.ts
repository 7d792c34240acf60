import { setTimeout as delay } from 'node:timers/promises';
import { timeOf } from '@telemon/testing/quickest';
import { spreadOf } from '../../bench/durations.ts';
import type { Counts } from '../drill.ts';
import type { TwoDevices } from './two-devices.ts';

const EVERY_MS = 100;

/** Requests the other device's log and stores its readings, again and again, and times both. */
export class OtherDeviceWatch {
  readonly #counts = { otherLogsFailed: 0, notStored: 0 };
  readonly #watching: Promise<[number[], number[]]>;
  #isOver = false;

  constructor(devices: TwoDevices) {
    const askLog = async () => {
      const status = await devices.askOtherLog().then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) this.#counts.otherLogsFailed += 1;
    };
    const store = () => devices.store().catch(() => void (this.#counts.notStored += 1));
    this.#watching = Promise.all([this.#timesOf(askLog), this.#timesOf(store)]);
  }

  async end(): Promise<Counts> {
    this.#isOver = true;
    const [log, stored] = (await this.#watching).map(spreadOf);
    return {
      ...this.#counts,
      otherLogP99Ms: Math.round(log!.p99),
      otherLogWorstMs: Math.round(log!.max),
      storedP99Ms: Math.round(stored!.p99),
      storedWorstMs: Math.round(stored!.max),
    };
  }

  async #timesOf(work: () => Promise<void>): Promise<number[]> {
    const times: number[] = [];
    do {
      times.push(await timeOf(work));
      await delay(EVERY_MS);
    } while (!this.#isOver);
    return times;
  }
}
