import type { Collection } from 'mongodb';
import { deviceNames } from './fleet.ts';
import type { LoadPlan } from './load-plan.ts';

const asItIs = (id: string): unknown => id;

/** The identity of a reading. */
interface SentReading {
  readonly deviceName: string;
  readonly seq: number;
  readonly timestamp: number;
}

/** How a side builds the `_id` of a reading. */
export interface Naming {
  idOf(reading: SentReading): string;
  /** The id as the database stores it, if that isn't the text itself. */
  toStored?(id: string): unknown;
  fromStored?(stored: unknown): string;
}

/** The readings in a side's MongoDB; a look-up finds only majority-committed ones. */
export class ReadingStore {
  protected readonly readings: Collection;
  protected readonly naming: Naming;

  constructor(readings: Collection, naming: Naming) {
    this.readings = readings;
    this.naming = naming;
  }

  idOf(reading: SentReading): string {
    return this.naming.idOf(reading);
  }

  count(): Promise<number> {
    return this.readings.estimatedDocumentCount();
  }

  /** Returns the stored ones of these ids. */
  find(ids: readonly string[]): Promise<string[]> {
    return this.idsWhere({ $in: ids.map((id) => this.toStored(id)) });
  }

  /** How many readings of a step are stored, each looked up by its id. */
  async countOf(plan: LoadPlan): Promise<number> {
    let stored = 0;
    for (const [device, deviceName] of deviceNames(plan.step.devices).entries()) {
      const ids = [...plan.readingsOf(device)].map((reading) => this.idOf({ deviceName, ...reading }));
      if (ids.length > 0) stored += (await this.findOfDevice(ids)).length;
    }
    return stored;
  }

  /** Like `find`, for ids of one device, oldest first. */
  protected findOfDevice(ids: readonly string[]): Promise<string[]> {
    return this.find(ids);
  }

  protected async idsWhere(_id: object): Promise<string[]> {
    const { fromStored = String } = this.naming;
    const found = await this.readings
      .find<{ _id: unknown }>({ _id: _id as never }, { projection: { _id: 1 }, readConcern: 'majority' })
      .toArray();
    return found.map((document) => fromStored(document._id));
  }

  protected toStored(id: string): unknown {
    const { toStored = asItIs } = this.naming;
    return toStored(id);
  }
}

/**
 * A clustered collection, in the order of device and time. MongoDB scans all of such a collection for an `$in` of ids, so
 * they are looked up one by one, or as a range.
 */
export class ClusteredReadingStore extends ReadingStore {
  override async find(ids: readonly string[]): Promise<string[]> {
    return (await Promise.all(ids.map((id) => this.idsWhere({ $eq: this.toStored(id) })))).flat();
  }

  protected override async findOfDevice(ids: readonly string[]): Promise<string[]> {
    const wanted = new Set(ids);
    const [first, last] = [this.toStored(ids[0]!), this.toStored(ids.at(-1)!)];
    return (await this.idsWhere({ $gte: first, $lte: last })).filter((id) => wanted.has(id));
  }
}
