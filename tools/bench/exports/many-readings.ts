import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { databaseUrl } from '../database-url.ts';
import { Mongo, openFrom, SealedHours, StoredReading } from '../history/sides/product-code.ts';

const READING_EVERY_MS = 2_400;
const READINGS_OF_HOUR = HOUR_MS / READING_EVERY_MS;
/** Hundredths, so that sums are exact. */
const hundredthsOf = (number: number): number => 1_500 + ((number * 37) % 1_000);
/** The mark of a reading without `seq`: 48 bits, the first of them 1. */
const markOf = (number: number): number => 2 ** 47 + number;

/** The readings of one device, at a steady pace up to the last full hour. */
export class ManyReadings {
  readonly count: number;
  readonly from: number;

  constructor(count: number) {
    this.count = count;
    this.from = openFrom(Date.now()) - Math.ceil(count / READINGS_OF_HOUR) * HOUR_MS;
  }

  /** The time of the last one. */
  get to(): number {
    return this.from + (this.count - 1) * READING_EVERY_MS;
  }

  /** The sum of their values, in hundredths. */
  get sum(): number {
    let sum = 0;
    for (let number = 0; number < this.count; number++) sum += hundredthsOf(number);
    return sum;
  }

  /** Stores them as the devices service keeps past hours, with its own code. */
  async store(mongoUrl: string, key: number): Promise<void> {
    const mongo = new Mongo(databaseUrl(mongoUrl, 'devices'), 'bench');
    const sealed = new SealedHours(mongo);
    try {
      const starts = Array.from(
        { length: Math.ceil(this.count / READINGS_OF_HOUR) },
        (_, hour) => this.from + hour * HOUR_MS,
      );
      for (const [day, hours] of Map.groupBy(starts, (start) => Math.floor(start / DAY_MS) * DAY_MS)) {
        const filled = hours.map((start) => ({ start, readings: this.#ofHour(start) }));
        await mongo.transaction((session) => sealed.put(key, day, filled, session));
      }
    } finally {
      await mongo.close();
    }
  }

  #ofHour(start: number): StoredReading[] {
    const first = (start - this.from) / READING_EVERY_MS;
    const length = Math.min(READINGS_OF_HOUR, this.count - first);
    return Array.from({ length }, (_, place) => {
      const number = first + place;
      const timestamp = start + place * READING_EVERY_MS;
      return Object.assign(new StoredReading(), {
        timestamp,
        receivedAt: timestamp + 20,
        mark: markOf(number),
        current: [hundredthsOf(number) / 100, null, null, null],
      });
    });
  }
}
