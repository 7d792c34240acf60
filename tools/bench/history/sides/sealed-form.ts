import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { type HistoryReading, readingsOf } from '../series.ts';
import type { Span } from './span.ts';
import { type Mongo, SealedHours, StoredReading } from './product-code.ts';

/** Transactions at once: one packs while the others wait for the database. */
const AT_ONCE = 4;

const dayOf = (instant: number): number => Math.floor(instant / DAY_MS) * DAY_MS;

const storedOf = ({ timestamp, receivedAt, values, mark }: HistoryReading): StoredReading =>
  Object.assign(new StoredReading(), { timestamp, receivedAt, mark, current: [...values, null] });

/** Makes the history as the devices service keeps past hours, with its own code: a day of a device in each transaction. */
export class SealedForm {
  readonly #mongo: Mongo;
  readonly #sealed: SealedHours;
  readonly #span: Span;

  constructor(mongo: Mongo, span: Span) {
    this.#mongo = mongo;
    this.#sealed = new SealedHours(mongo);
    this.#span = span;
  }

  /** Days of UTC that have a part of the history. */
  get days(): number {
    return (dayOf(this.#span.to - 1) - dayOf(this.#span.from)) / DAY_MS + 1;
  }

  /** Makes a day of all devices, and replaces the day's readings of an interrupted run. */
  async makeDay(number: number): Promise<void> {
    const { from, to, keys } = this.#span;
    const day = dayOf(from) + number * DAY_MS;
    const [first, end] = [Math.max(from, day), Math.min(to, day + DAY_MS)];
    let next = 0;
    const worker = async () => {
      while (next < keys.length) {
        const device = next++;
        const hours = Array.from({ length: (end - first) / HOUR_MS }, (_, hour) => {
          const start = first + hour * HOUR_MS;
          return { start, readings: readingsOf(device, start, start + HOUR_MS).map(storedOf) };
        });
        await this.#mongo.transaction((session) => this.#sealed.put(keys[device]!, day, hours, session));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
}
