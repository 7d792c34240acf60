import type { Range, ReadOptions } from '../stored-readings/read-options.ts';
import type { ReadingsRepository } from '../stored-readings/readings.repository.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import type { PackedReadings } from './packed-readings.ts';
import { type PackedRollups, type SealedHours, dayOf } from './sealed-hours.repository.ts';

/** Reads of one device at one time. */
export interface PastQuery extends ReadOptions {
  /** Readings before this instant are no longer kept, whether or not they are removed already. */
  readonly keptFrom: number;
  readonly once: ReadOnce;
}

/** So many open readings are read at once rather than counted before: that takes no longer, and they are needed mostly. */
const FEW_ROWS = 500;

/** A range, and its content once it is read. */
interface Known<Content> {
  readonly range: Range;
  readonly content: Promise<Content>;
}

/** The parts of a device's past that a query needs more than once, each read once. */
export class ReadOnce {
  private readonly hours = new Map<number, Promise<PackedReadings | null>>();
  private readonly packedDays: Known<PackedRollups[]>[] = [];
  private readonly openRows: Known<StoredReading[] | null>[] = [];

  constructor(
    private readonly open: ReadingsRepository,
    private readonly sealed: SealedHours,
    private readonly options: ReadOptions,
  ) {}

  /** A sealed hour, by its begin. */
  hour(key: number, start: number): Promise<PackedReadings | null> {
    const known = this.hours.get(start) ?? this.sealed.hour(key, start, this.options);
    this.hours.set(start, known);
    return known;
  }

  /** The packed quarters of the days that have a part of the range, in the order of time. */
  async days(key: number, range: Range): Promise<PackedRollups[]> {
    const whole = { from: dayOf(range.from), to: range.to };
    if (!holding(this.packedDays, whole))
      this.packedDays.push({ range: whole, content: this.sealed.daysIn(key, whole, this.options) });
    const days = (await holding(this.packedDays, whole)?.content) ?? [];
    return days.filter(({ start }) => start >= whole.from && start <= whole.to);
  }

  /** The readings of a range that are not sealed, in the order of time; null if they are many. */
  fewOpen(key: number, range: Range): Promise<StoredReading[] | null> {
    if (!holding(this.openRows, range)) {
      const read = async () => {
        const rows = await this.open.first(key, range, FEW_ROWS + 1, this.options);
        return rows.length > FEW_ROWS ? null : rows;
      };
      this.openRows.push({ range, content: read() });
    }
    return this.knownOpen(range);
  }

  /** The same, but null also if they were not read yet. */
  async knownOpen(range: Range): Promise<StoredReading[] | null> {
    const rows = await holding(this.openRows, range)?.content;
    return rows?.filter(({ timestamp }) => timestamp >= range.from && timestamp <= range.to) ?? null;
  }
}

/** The first known range that includes this one. */
const holding = <Content>(
  known: readonly Known<Content>[],
  { from, to }: Range,
): Known<Content> | undefined => known.find(({ range }) => range.from <= from && range.to >= to);
