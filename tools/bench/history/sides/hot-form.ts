import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { readingOf } from '../series.ts';
import { type Mongo, ReadingsRepository, type StoredDocument, readingId } from './product-code.ts';
import type { Span } from './span.ts';

/** The last hours of the history in the form into which readings are written, in the order in which they come. */
export class HotForm {
  readonly #readings: ReadingsRepository;
  readonly #span: Span;

  constructor(mongo: Mongo, span: Span) {
    this.#readings = new ReadingsRepository(mongo);
    this.#span = span;
  }

  /** Makes an hour of all devices, and keeps the hour's readings of an interrupted run. */
  async makeHour(number: number): Promise<void> {
    const { to, keys } = this.#span;
    const hour = to - (number + 1) * HOUR_MS;
    for (let minute = hour / MINUTE_MS; minute < (hour + HOUR_MS) / MINUTE_MS; minute++) {
      const documents = keys.map((key, device): StoredDocument => {
        const { timestamp, receivedAt, values, mark } = readingOf(device, minute);
        const [c1, c2, c3] = values as [number, number, number];
        return { _id: readingId(key, timestamp, mark), c1, c2, c3, r: receivedAt - timestamp };
      });
      await this.#readings.store(documents);
    }
  }
}
