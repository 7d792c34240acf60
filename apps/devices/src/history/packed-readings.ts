import { FINGERPRINT } from '../stored-readings/reading-id.ts';
import { StoredReading, ownChannels } from '../stored-readings/stored-reading.ts';
import { ColumnReader, ColumnWriter } from './number-columns.ts';

/** The version of the format, the first byte. */
const VERSION = 1;

/** Fields with four channels, and single ones, each a column; a bit of the mask says which columns there are. */
const CHANNELED = ['current', 'minimum', 'maximum', 'average', 'raw'] as const;
const SINGLE = ['battery', 'rssi', 'rain'] as const;
const COLUMNS = [
  ...CHANNELED.flatMap((field) => [0, 1, 2, 3].map((channel) => ({ field, channel }))),
  ...SINGLE.map((field) => ({ field, channel: 0 })),
  { field: 'flags', channel: 0 },
] as const;
const MASK_BYTES = 3;

/** The bits of the flags. Packed before there were test readings, they are 1 or missing. */
const CLOCK_REPLACED = 1;
const IS_TEST = 2;

/** How the marks of readings are kept. */
const AS_SEQUENCE = 0;
const AS_FINGERPRINTS = 1;
const WHOLE = 2;
/** This many bytes of a fingerprint tell readings of one device and millisecond apart. */
const FINGERPRINT_BYTES = 3;
const WHOLE_BYTES = 6;
const KEPT = 2 ** (8 * FINGERPRINT_BYTES);

/** A mark as it is kept: of a fingerprint, the lower half. */
export const keptMark = (mark: number): number => (mark < FINGERPRINT ? mark : FINGERPRINT + (mark % KEPT));

/** Readings of one device, in the order of time, as bytes: column by column, about ten bytes for one with three values. */
export const packReadings = (readings: readonly StoredReading[]): Buffer => {
  const writer = new ColumnWriter();
  writer.fixed(VERSION, 1);
  writer.integer(readings.length);
  writer.steady(readings.map(({ timestamp }) => timestamp));
  writer.numbers(readings.map(({ timestamp, receivedAt }) => receivedAt - timestamp));
  writeMarks(
    writer,
    readings.map(({ mark }) => mark),
  );
  const columns = columnsOf(readings);
  writer.fixed(
    columns.reduce((mask, column, place) => (column === null ? mask : mask + 2 ** place), 0),
    MASK_BYTES,
  );
  for (const column of columns) if (column !== null) writer.known(column);
  return writer.bytes;
};

/** Values of one field, by the places of the readings. */
interface Column {
  readonly field: (typeof CHANNELED)[number] | (typeof SINGLE)[number] | 'flags';
  readonly channel: number;
  readonly values: readonly (number | null)[];
}

/** The readings of `packReadings`. Each is made when it is asked for, as a page shows few of an hour's. */
export class PackedReadings {
  /** In the order of time. */
  readonly timestamps: readonly number[];
  private readonly delays: readonly number[];
  private readonly marks: readonly number[];
  private readonly columns: readonly Column[];

  /** @throws if a later version has packed them. */
  constructor(bytes: Buffer) {
    const reader = new ColumnReader(bytes);
    const version = reader.fixed(1);
    if (version !== VERSION) throw new Error(`Sealed readings of version ${version} are not known`);
    const count = reader.integer();
    this.timestamps = reader.steady(count);
    this.delays = reader.numbers(count);
    this.marks = readMarks(reader, count);
    const mask = reader.fixed(MASK_BYTES);
    this.columns = COLUMNS.filter((_, place) => (mask & (1 << place)) !== 0).map((column) => ({
      ...column,
      values: reader.known(count),
    }));
  }

  /** The readings of a period, both ends included. */
  between(from: number, to: number): StoredReading[] {
    return this.slice(this.placeOf(from), this.placeOf(to + 1));
  }

  /** How many there are in a period, both ends included. */
  countBetween(from: number, to: number): number {
    return Math.max(0, this.placeOf(to + 1) - this.placeOf(from));
  }

  /** The readings from one place to before another. */
  slice(from = 0, to = this.timestamps.length): StoredReading[] {
    const readings: StoredReading[] = [];
    for (let place = from; place < to; place++) {
      const reading = new StoredReading();
      reading.timestamp = this.timestamps[place]!;
      reading.receivedAt = reading.timestamp + this.delays[place]!;
      reading.mark = this.marks[place]!;
      for (const { field, channel, values } of this.columns) {
        const value = values[place]!;
        if (value === null) continue;
        if (field === 'flags') {
          reading.clockReplaced = (value & CLOCK_REPLACED) !== 0;
          reading.isTest = (value & IS_TEST) !== 0;
        } else if (field === 'battery' || field === 'rssi' || field === 'rain') reading[field] = value;
        else ownChannels(reading, field)[channel] = value;
      }
      readings.push(reading);
    }
    return readings;
  }

  /** The place of the first reading from an instant on. */
  placeOf(instant: number): number {
    let [low, high] = [0, this.timestamps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.timestamps[middle]! < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const flagsOf = ({ clockReplaced, isTest }: StoredReading): number =>
  (clockReplaced ? CLOCK_REPLACED : 0) | (isTest ? IS_TEST : 0);

const valueOf = (reading: StoredReading, { field, channel }: (typeof COLUMNS)[number]): number | null => {
  if (field === 'flags') return flagsOf(reading) || null;
  if (field === 'battery' || field === 'rssi' || field === 'rain') return reading[field];
  return reading[field][channel]!;
};

const columnsOf = (readings: readonly StoredReading[]): ((number | null)[] | null)[] =>
  COLUMNS.map((column) => {
    const values = readings.map((reading) => valueOf(reading, column));
    return values.some((value) => value !== null) ? values : null;
  });

const writeMarks = (writer: ColumnWriter, marks: readonly number[]): void => {
  const isFingerprint = (mark: number) => mark >= FINGERPRINT;
  if (!marks.some(isFingerprint)) {
    writer.fixed(AS_SEQUENCE, 1);
    writer.steady(marks);
  } else if (marks.every(isFingerprint)) {
    writer.fixed(AS_FINGERPRINTS, 1);
    for (const mark of marks) writer.fixed(mark % KEPT, FINGERPRINT_BYTES);
  } else {
    writer.fixed(WHOLE, 1);
    for (const mark of marks) writer.fixed(keptMark(mark), WHOLE_BYTES);
  }
};

const readMarks = (reader: ColumnReader, count: number): number[] => {
  const kind = reader.fixed(1);
  if (kind === AS_SEQUENCE) return reader.steady(count);
  const bytes = kind === AS_FINGERPRINTS ? FINGERPRINT_BYTES : WHOLE_BYTES;
  const first = kind === AS_FINGERPRINTS ? FINGERPRINT : 0;
  return Array.from({ length: count }, () => first + reader.fixed(bytes));
};
