import { DayTotals } from './day-totals.ts';
import { HALF_HOURS_BYTES, HalfHours, type StoredHalfHours } from './half-hours.ts';
import { CHANNEL_COUNT, DAYS_HELD, Latest, STATUS_FIELDS, type StatusField } from './latest.ts';
import type { Present } from './present.ts';

/** The version of the format, the first number. */
const VERSION = 1;

/** The places of the numbers, eight bytes each. */
const PLACE = {
  version: 0,
  partition: 1,
  offset: 2,
  messages: 3,
  lastUpdated: 4,
  newest: 5,
  aheadUntil: 6,
  halfHour: 7,
};
/** The numbers of each channel: the time, current, minimum, maximum and average. */
const OF_CHANNEL = 5;
const CHANNELS_FROM = Object.keys(PLACE).length;
/** The numbers of each status field: the time and, unless it is a text, the value. */
const OF_STATUS = 2;
const STATUS_FROM = CHANNELS_FROM + CHANNEL_COUNT * OF_CHANNEL;
/** The numbers of each day: the start and the end, then count, sum, low and high of each channel. */
const OF_DAY = 2 + 4 * CHANNEL_COUNT;
const DAYS_FROM = STATUS_FROM + STATUS_FIELDS.length * OF_STATUS;
const NUMBERS_BYTES = (DAYS_FROM + DAYS_HELD * OF_DAY) * Float64Array.BYTES_PER_ELEMENT;

/**
 * A state as bytes: numbers, the half hours, then the texts among its status fields as JSON. A number that is missing is NaN, so
 * states without texts all have the same length, and MongoDB replaces one without moving its neighbours.
 */
export const packLatest = (state: Latest): Uint8Array => {
  const { partition, offset, messages, lastUpdated, newest, aheadUntil } = state;
  const { channels, said, days, halfHours } = state;
  const texts: Partial<Record<StatusField, string>> = {};
  const numbers = new Float64Array(NUMBERS_BYTES / Float64Array.BYTES_PER_ELEMENT).fill(NaN);
  numbers.set([VERSION, partition, offset, messages, lastUpdated, newest, aheadUntil, halfHours.newest]);
  for (const [channel, known] of channels.entries()) {
    if (!known) continue;
    const { at, current, minimum, maximum, average } = known;
    numbers.set(
      [at, current, minimum ?? NaN, maximum ?? NaN, average ?? NaN],
      CHANNELS_FROM + channel * OF_CHANNEL,
    );
  }
  for (const [place, field] of STATUS_FIELDS.entries()) {
    const known = said[field];
    if (!known) continue;
    const { at, value } = known;
    numbers.set([at, typeof value === 'number' ? value : NaN], STATUS_FROM + place * OF_STATUS);
    if (typeof value === 'string') texts[field] = value;
  }
  for (const [place, { day, count, sum, low, high }] of days.entries()) {
    numbers.set([day.start, day.end, ...count, ...sum, ...low, ...high], DAYS_FROM + place * OF_DAY);
  }
  const tail = Object.keys(texts).length > 0 ? JSON.stringify(texts) : '';
  return Buffer.concat([new Uint8Array(numbers.buffer), halfHours.bytes, Buffer.from(tail)]);
};

/** A state of `packLatest`. A part of it is read when it is asked for, as lists need few. */
export class PackedLatest {
  readonly key: number;
  private readonly bytes: Uint8Array;
  private readonly numbers: Float64Array;

  /** @throws if a later version has packed it. */
  constructor(key: number, bytes: Uint8Array) {
    this.key = key;
    this.bytes = bytes;
    // Copied, because the bytes may begin at any address.
    this.numbers = new Float64Array(new Uint8Array(bytes.subarray(0, NUMBERS_BYTES)).buffer);
    const version = this.numbers[PLACE.version];
    if (version !== VERSION) throw new Error(`Latest values of version ${version} are not known`);
  }

  get lastUpdated(): number {
    return this.numbers[PLACE.lastUpdated]!;
  }

  get newest(): number {
    return this.numbers[PLACE.newest]!;
  }

  get present(): Present {
    return {
      key: this.key,
      lastUpdated: this.lastUpdated,
      newest: this.newest,
      current: Array.from({ length: CHANNEL_COUNT }, (_, channel) => this.currentOf(channel)),
      battery: this.numberAt(STATUS_FROM + STATUS_FIELDS.indexOf('battery') * OF_STATUS + 1),
      halfHours: this.halfHours,
    };
  }

  /**
   * Whether the state is newer than another one of the device. If both have the same last arrival, the state with the higher offset in
   * its partition is newer.
   */
  isNewerThan({ lastUpdated, partition, offset }: Latest): boolean {
    if (lastUpdated !== this.lastUpdated) return lastUpdated < this.lastUpdated;
    return partition === this.numbers[PLACE.partition] && offset < this.numbers[PLACE.offset]!;
  }

  /** Whether it was saved after another stored state of the device, in whichever partition. */
  isAfter({ lastUpdated, numbers }: PackedLatest): boolean {
    if (lastUpdated !== this.lastUpdated) return lastUpdated < this.lastUpdated;
    return numbers[PLACE.messages]! < this.numbers[PLACE.messages]!;
  }

  unpacked(): Latest {
    const { numbers } = this;
    const state = new Latest(this.key);
    const { partition, offset, messages, lastUpdated, newest, aheadUntil } = PLACE;
    state.partition = numbers[partition]!;
    state.offset = numbers[offset]!;
    state.messages = numbers[messages]!;
    state.lastUpdated = numbers[lastUpdated]!;
    state.newest = numbers[newest]!;
    state.aheadUntil = numbers[aheadUntil]!;
    for (let channel = 0; channel < CHANNEL_COUNT; channel++) {
      const from = CHANNELS_FROM + channel * OF_CHANNEL;
      const current = this.currentOf(channel);
      if (current === null) continue;
      state.channels[channel] = {
        at: numbers[from]!,
        current,
        minimum: this.numberAt(from + 2),
        maximum: this.numberAt(from + 3),
        average: this.numberAt(from + 4),
      };
    }
    this.unpackStatus(state);
    this.unpackDays(state);
    state.halfHours = new HalfHours(this.halfHours.newest, this.halfHours.bytes);
    return state;
  }

  private get halfHours(): StoredHalfHours {
    return {
      newest: this.numbers[PLACE.halfHour]!,
      // Copied, so that they don't keep the bytes of all other devices in memory.
      bytes: new Uint8Array(this.bytes.subarray(NUMBERS_BYTES, NUMBERS_BYTES + HALF_HOURS_BYTES)),
    };
  }

  private currentOf(channel: number): number | null {
    return this.numberAt(CHANNELS_FROM + channel * OF_CHANNEL + 1);
  }

  private unpackStatus({ said }: Latest): void {
    const tail = Buffer.from(this.bytes.subarray(NUMBERS_BYTES + HALF_HOURS_BYTES)).toString();
    const texts = (tail === '' ? {} : JSON.parse(tail)) as Partial<Record<StatusField, string>>;
    for (const [place, field] of STATUS_FIELDS.entries()) {
      const from = STATUS_FROM + place * OF_STATUS;
      const value = texts[field] ?? this.numberAt(from + 1);
      if (value !== null) said[field] = { value, at: this.numbers[from]! };
    }
  }

  private unpackDays({ days }: Latest): void {
    for (let place = 0; place < DAYS_HELD; place++) {
      const from = DAYS_FROM + place * OF_DAY;
      const [start, end] = this.numbers.subarray(from, from + 2);
      if (Number.isNaN(start)) return;
      const figures = (figure: number) => {
        const first = from + 2 + figure * CHANNEL_COUNT;
        return [...this.numbers.subarray(first, first + CHANNEL_COUNT)];
      };
      const totals = { count: figures(0), sum: figures(1), low: figures(2), high: figures(3) };
      days.push(new DayTotals({ start: start!, end: end! }, totals));
    }
  }

  private numberAt(place: number): number | null {
    const value = this.numbers[place]!;
    return Number.isNaN(value) ? null : value;
  }
}
