/**
 * Columns of numbers as bytes. Most sensors send decimals that change little from one reading to the next: a column holds them as
 * integers, each as its difference to the one before, in as few bytes as that needs. Other numbers keep their eight bytes.
 */

const MOST_DECIMALS = 9;
const POWERS = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);
/** Differences of two integers below it are exact, and so is twice a difference. */
const MOST_INTEGER = 2 ** 50;
/** In the place of the decimals: the numbers follow as doubles. */
const AS_DOUBLES = 255;

const ALL_KNOWN = 1;
const SOME_KNOWN = 2;

/** The fewest decimals with which all numbers are integers; null if they are none, or become too large. */
const decimalsOf = (numbers: readonly number[]): number | null => {
  let decimals = 0;
  let largest = 0;
  for (const value of numbers) {
    largest = Math.max(largest, Math.abs(value));
    while (Math.round(value * POWERS[decimals]!) / POWERS[decimals]! !== value) {
      if (++decimals > MOST_DECIMALS) return null;
    }
    if (largest * POWERS[decimals]! >= MOST_INTEGER) return null;
  }
  return decimals;
};

/** Writes columns one after the other. */
export class ColumnWriter {
  private buffer = Buffer.allocUnsafe(1_024);
  private at = 0;

  /** The bytes written so far, as a copy. */
  get bytes(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.at));
  }

  /** @param value An integer from 0 to 2^53 - 1. */
  integer(value: number): void {
    this.makeRoom(8);
    let rest = value;
    while (rest >= 128) {
      this.buffer[this.at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.buffer[this.at++] = rest;
  }

  /** @param bytes How many, up to 6. */
  fixed(value: number, bytes: number): void {
    this.makeRoom(bytes);
    this.at = this.buffer.writeUIntBE(value, this.at, bytes);
  }

  /** Integers of which each is about as far from the one before as that is from its own: times, sequence numbers. */
  steady(integers: readonly number[]): void {
    let before = 0;
    let step = 0;
    for (const value of integers) {
      this.difference(value - before - step);
      step = value - before;
      before = value;
    }
  }

  numbers(numbers: readonly number[]): void {
    const decimals = decimalsOf(numbers);
    this.makeRoom(1);
    this.buffer[this.at++] = decimals ?? AS_DOUBLES;
    if (decimals === null) {
      this.makeRoom(8 * numbers.length);
      for (const value of numbers) this.at = this.buffer.writeDoubleLE(value, this.at);
      return;
    }
    let before = 0;
    for (const value of numbers) {
      const scaled = Math.round(value * POWERS[decimals]!);
      this.difference(scaled - before);
      before = scaled;
    }
  }

  /** Numbers of which some are missing. */
  known(values: readonly (number | null)[]): void {
    const numbers = values.filter((value) => value !== null);
    this.makeRoom(1);
    this.buffer[this.at++] = numbers.length === values.length ? ALL_KNOWN : SOME_KNOWN;
    if (numbers.length < values.length) this.flags(values.map((value) => value !== null));
    this.numbers(numbers);
  }

  private flags(flags: readonly boolean[]): void {
    const bytes = Math.ceil(flags.length / 8);
    this.makeRoom(bytes);
    this.buffer.fill(0, this.at, this.at + bytes);
    for (const [index, flag] of flags.entries()) {
      if (flag) this.buffer[this.at + (index >> 3)]! |= 1 << (index & 7);
    }
    this.at += bytes;
  }

  private difference(value: number): void {
    this.integer(value < 0 ? -2 * value - 1 : 2 * value);
  }

  private makeRoom(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}

/** How many of the flags that a column begins with are set. */
const numberOfFlags = (flags: Buffer): number => {
  let set = 0;
  for (const byte of flags) for (let rest = byte; rest > 0; rest &= rest - 1) set++;
  return set;
};

/** Reads the columns of a `ColumnWriter` in the same order. */
export class ColumnReader {
  private readonly buffer: Buffer;
  private at = 0;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  /** The bytes that are not read yet. */
  get rest(): Buffer {
    return this.buffer.subarray(this.at);
  }

  integer(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.buffer[this.at++]!;
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
    }
  }

  fixed(bytes: number): number {
    const value = this.buffer.readUIntBE(this.at, bytes);
    this.at += bytes;
    return value;
  }

  steady(count: number): number[] {
    const integers: number[] = [];
    let before = 0;
    let step = 0;
    for (let index = 0; index < count; index++) {
      step += this.difference();
      before += step;
      integers.push(before);
    }
    return integers;
  }

  numbers(count: number): number[] {
    const numbers: number[] = [];
    const decimals = this.buffer[this.at++]!;
    if (decimals === AS_DOUBLES) {
      for (let index = 0; index < count; index++, this.at += 8)
        numbers[index] = this.buffer.readDoubleLE(this.at);
      return numbers;
    }
    const power = POWERS[decimals]!;
    let before = 0;
    for (let index = 0; index < count; index++) {
      before += this.difference();
      numbers[index] = before / power;
    }
    return numbers;
  }

  known(count: number): (number | null)[] {
    if (this.buffer[this.at++] === ALL_KNOWN) return this.numbers(count);
    const flags = this.buffer.subarray(this.at, (this.at += Math.ceil(count / 8)));
    const numbers = this.numbers(numberOfFlags(flags));
    const values = Array<number | null>(count).fill(null);
    let next = 0;
    // Often there are none.
    for (let index = 0; next < numbers.length; index++)
      if ((flags[index >> 3]! & (1 << (index & 7))) !== 0) values[index] = numbers[next++]!;
    return values;
  }

  skipSteady(count: number): void {
    for (let left = count; left > 0; left--) while (this.buffer[this.at++]! >= 128);
  }

  skipNumbers(count: number): void {
    if (this.buffer[this.at++] === AS_DOUBLES) this.at += 8 * count;
    else this.skipSteady(count);
  }

  skipKnown(count: number): void {
    if (this.buffer[this.at++] === ALL_KNOWN) return this.skipNumbers(count);
    const flags = this.buffer.subarray(this.at, (this.at += Math.ceil(count / 8)));
    this.skipNumbers(numberOfFlags(flags));
  }

  private difference(): number {
    const value = this.integer();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
