import type { Collection } from 'mongodb';
import { deviceNames } from './fleet.ts';
import type { LoadPlan } from './load-plan.ts';

const asItIs = (id: string): unknown => id;

/** What makes a reading one of its kind. */
export interface SentReading {
  readonly deviceName: string;
  readonly seq: number;
  readonly timestamp: number;
}

/** How a side names the readings that it stores. */
export interface Naming {
  idOf(reading: SentReading): string;
  /** The id as it stands in the database, where that isn't the text itself. */
  toStored?(id: string): unknown;
  fromStored?(stored: unknown): string;
}

const LOOKED_UP_AT_ONCE = 2_000;

/** The readings that a side has stored, as anyone who reads its MongoDB finds them: majority-committed. */
export class ReadingStore {
  readonly #readings: Collection;
  readonly #naming: Naming;

  constructor(readings: Collection, naming: Naming) {
    this.#readings = readings;
    this.#naming = naming;
  }

  idOf(reading: SentReading): string {
    return this.#naming.idOf(reading);
  }

  count(): Promise<number> {
    return this.#readings.estimatedDocumentCount();
  }

  /** Which of these are stored. */
  async find(ids: readonly string[]): Promise<string[]> {
    const { toStored = asItIs, fromStored = String } = this.#naming;
    const found = await this.#readings
      .find<{ _id: unknown }>(
        { _id: { $in: ids.map(toStored) as never[] } },
        { projection: { _id: 1 }, readConcern: 'majority' },
      )
      .toArray();
    return found.map(({ _id }) => fromStored(_id));
  }

  /** How many of the readings of a step are stored, looked up one by one by what they are. */
  async countOf(plan: LoadPlan): Promise<number> {
    const names = deviceNames(plan.step.devices);
    let stored = 0;
    let ids: string[] = [];
    const lookUp = async () => {
      stored += (await this.find(ids)).length;
      ids = [];
    };
    for (const { device, seq, timestamp } of plan.everyReading()) {
      ids.push(this.idOf({ deviceName: names[device]!, seq, timestamp }));
      if (ids.length === LOOKED_UP_AT_ONCE) await lookUp();
    }
    await lookUp();
    return stored;
  }
}
