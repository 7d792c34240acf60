import type { Collection, Db } from 'mongodb';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type HistoryReading, readingOf, readingsOf } from '../series.ts';
import type { Span } from './span.ts';

export interface ComparedReading {
  device: string;
  time: Date;
  receivedAt: Date;
  v1: number;
  v2: number;
  v3: number;
}
export type ComparedKey = 'plain' | 'time-series';
export const COMPARED_DATABASE = 'bench_history';
export const nameOf = (key: ComparedKey): string => (key === 'plain' ? 'plain' : 'time_series');

/** Without waiting for the journal: only for making the history, which is not measured. */
const FAST = { ordered: false, writeConcern: { w: 1, journal: false } } as const;
const SAFE = { ordered: false, writeConcern: { w: 'majority', journal: true } } as const;
const WRITTEN_AT_ONCE = 6_000;

const documentOf = (device: string, { timestamp, receivedAt, values }: HistoryReading): ComparedReading => ({
  device,
  time: new Date(timestamp),
  receivedAt: new Date(receivedAt),
  v1: values[0]!,
  v2: values[1]!,
  v3: values[2]!,
});

/** The same history in a collection as MongoDB's documentation shows it. */
export class ComparedForm {
  readonly #collection: Collection<ComparedReading>;
  readonly #span: Span;

  private constructor(collection: Collection<ComparedReading>, span: Span) {
    this.#collection = collection;
    this.#span = span;
  }

  /** Makes the collection, too, unless it is there. */
  static async in(db: Db, key: ComparedKey, span: Span): Promise<ComparedForm> {
    const name = nameOf(key);
    const isThere = await db.listCollections({ name }).hasNext();
    if (!isThere && key === 'time-series') {
      // By default it has an index on device and time, and compresses by zstd.
      const timeseries = { timeField: 'time', metaField: 'device', granularity: 'minutes' } as const;
      await db.createCollection(name, { timeseries });
    }
    const collection = db.collection<ComparedReading>(name);
    if (key === 'plain') await collection.createIndex({ device: 1, time: 1 });
    return new ComparedForm(collection, span);
  }

  /** Makes an hour of all devices; the first of a run deletes the hour's readings of an interrupted run. */
  async makeHour(number: number, isFirstOfRun: boolean): Promise<void> {
    const { from, names } = this.#span;
    const hour = from + number * HOUR_MS;
    let documents: ComparedReading[] = [];
    for (const [device, name] of names.entries()) {
      const known = isFirstOfRun ? await this.#timesOf(name, hour) : null;
      for (const reading of readingsOf(device, hour, hour + HOUR_MS))
        if (!known?.has(reading.timestamp)) documents.push(documentOf(name, reading));
      if (documents.length < WRITTEN_AT_ONCE && device < names.length - 1) continue;
      if (documents.length > 0) await this.#collection.insertMany(documents, FAST);
      documents = [];
    }
  }

  /** Inserts readings of now, as a service does that takes them in: acknowledged by a majority, journaled. */
  async takeIn(count: number, first: number): Promise<void> {
    const now = Date.now();
    const { names } = this.#span;
    const documents = Array.from({ length: count }, (_, place) => {
      const device = (first + place) % names.length;
      const reading = { ...readingOf(device, first + place), timestamp: now, receivedAt: now };
      return documentOf(names[device]!, reading);
    });
    await this.#collection.insertMany(documents, SAFE);
  }

  /** The readings of the history, without readings that came in meanwhile. */
  async count(): Promise<number> {
    let count = 0;
    const time = { $gte: new Date(this.#span.from), $lt: new Date(this.#span.to) };
    for (const device of this.#span.names) count += await this.#collection.countDocuments({ device, time });
    return count;
  }

  /** The times of a device's readings in an hour. A time-series collection cannot delete by time. */
  async #timesOf(device: string, hour: number): Promise<Set<number>> {
    const time = { $gte: new Date(hour), $lt: new Date(hour + HOUR_MS) };
    const found = await this.#collection.find({ device, time }, { projection: { time: 1 } }).toArray();
    return new Set(found.map((reading) => reading.time.getTime()));
  }
}
