import { clientPart } from './client-part.ts';

const { CREATE_TIME } = clientPart('protocol/timestampTypes') as { readonly CREATE_TIME: number };

/** Facts about a record's batch, under kafkajs's names. Offsets, times and ids are decimal numbers. */
interface BatchContext {
  readonly firstOffset: string;
  readonly firstTimestamp: string;
  readonly partitionLeaderEpoch: number;
  readonly inTransaction: boolean;
  readonly isControlBatch: boolean;
  readonly lastOffsetDelta: number;
  readonly producerId: string;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly maxTimestamp: string;
  readonly timestampType: number;
  readonly magicByte: number;
}

type Headers = Record<string, Buffer | null | (Buffer | null)[]>;

/** A record as kafkajs returns it. */
export interface FetchedRecord {
  readonly magicByte: number;
  readonly attributes: number;
  readonly timestamp: string;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Headers;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
}

/** The format of record batches since Kafka 0.11, and where a batch has it. */
export const MAGIC = 2;
export const MAGIC_AT = 16;
/** Where a batch has its length, the end of that, and its records; from its first byte on. */
const LENGTH_AT = 8;
const LENGTH_END = 12;
const RECORDS_AT = 61;
/** The largest number of which seven bits may follow in a number of 53 bits. */
const LARGEST_SCALE = 2 ** 42;

/**
 * The records of the batch that begins at `at`, and where it ends. Null for a batch that is cut off, compressed, part of a transaction
 * or timed by the broker, and for anything else that only kafkajs can tell: it decodes such a batch itself.
 */
export const readBatch = (bytes: Buffer, at: number): { records: FetchedRecord[]; end: number } | null => {
  if (at + RECORDS_AT > bytes.length) return null;
  const end = at + LENGTH_END + bytes.readInt32BE(at + LENGTH_AT);
  const attributes = bytes.readInt16BE(at + 21);
  if (end > bytes.length || bytes[at + MAGIC_AT] !== MAGIC || attributes !== 0) return null;
  const context: BatchContext = {
    firstOffset: String(bytes.readBigInt64BE(at)),
    firstTimestamp: String(bytes.readBigInt64BE(at + 27)),
    partitionLeaderEpoch: bytes.readInt32BE(at + LENGTH_END),
    inTransaction: false,
    isControlBatch: false,
    lastOffsetDelta: bytes.readInt32BE(at + 23),
    producerId: String(bytes.readBigInt64BE(at + 43)),
    producerEpoch: bytes.readInt16BE(at + 51),
    firstSequence: bytes.readInt32BE(at + 53),
    maxTimestamp: String(bytes.readBigInt64BE(at + 35)),
    timestampType: CREATE_TIME,
    magicByte: MAGIC,
  };
  const count = bytes.readInt32BE(at + 57);
  const records = new RecordReader(bytes, at + RECORDS_AT, end, context).read(count);
  return records && { records, end };
};

/** Reads the records of a batch, one after the other, from `at` on. */
class RecordReader {
  /** False once something was read that is not as expected: nothing that was read counts then. */
  private isSound: boolean;
  /** The names of the newest headers, by their place in their record. */
  private readonly names: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  private readonly firstOffset: number;
  private readonly firstTimestamp: number;

  constructor(
    private readonly bytes: Buffer,
    private at: number,
    private readonly end: number,
    private readonly context: BatchContext,
  ) {
    this.firstOffset = Number(context.firstOffset);
    this.firstTimestamp = Number(context.firstTimestamp);
    this.isSound = Number.isSafeInteger(this.firstOffset) && Number.isSafeInteger(this.firstTimestamp);
  }

  read(count: number): FetchedRecord[] | null {
    const records: FetchedRecord[] = [];
    while (this.isSound && records.length < count) records.push(this.readRecord());
    return this.isSound && records.length === count && this.at === this.end ? records : null;
  }

  private readRecord(): FetchedRecord {
    const length = this.readNumber();
    const end = this.at + length;
    const attributes = (this.bytes[this.at++]! << 24) >> 24;
    const timestamp = this.sum(this.firstTimestamp, this.readNumber());
    const offset = this.sum(this.firstOffset, this.readNumber());
    const key = this.readBytes();
    const value = this.readBytes();
    const headers = this.readHeaders();
    if (this.at !== end || end > this.end) this.isSound = false;
    return {
      magicByte: MAGIC,
      attributes,
      timestamp,
      offset,
      key,
      value,
      headers,
      isControlRecord: false,
      batchContext: this.context,
    };
  }

  private readHeaders(): Headers {
    const headers: Headers = {};
    const count = this.readNumber();
    if (count < 0) this.isSound = false;
    for (let place = 0; place < count && this.isSound; place++) {
      const name = this.readName(place);
      const value = this.readBytes();
      const known = headers[name];
      if (known === undefined) headers[name] = value;
      else headers[name] = Array.isArray(known) ? [...known, value] : [known, value];
    }
    return headers;
  }

  /** The name of a header, as a rule the one that the record before had in its place. */
  private readName(place: number): string {
    const start = this.skip(this.readNumber());
    const before = this.names[place];
    if (before !== undefined && this.isSame(start, this.at, before)) return before.name;
    const name = this.bytes.toString('utf8', start, this.at);
    this.names[place] = { name, start, end: this.at };
    // An assignment would give the headers another prototype.
    if (name === '__proto__') this.isSound = false;
    return name;
  }

  private isSame(
    start: number,
    end: number,
    other: { readonly start: number; readonly end: number },
  ): boolean {
    const { bytes } = this;
    if (end - start !== other.end - other.start) return false;
    for (let at = start, to = other.start; at < end; at++, to++) if (bytes[at] !== bytes[to]) return false;
    return true;
  }

  private readBytes(): Buffer | null {
    const length = this.readNumber();
    return length === -1 ? null : this.bytes.subarray(this.skip(length), this.at);
  }

  /** Goes on behind the next bytes. Returns where they begin. */
  private skip(length: number): number {
    const start = this.at;
    if (length < 0 || start + length > this.end) this.isSound = false;
    else this.at += length;
    return start;
  }

  /** A number of up to 49 bits: seven in each byte, the last ones first; even ones stand for 0, 1, 2, …, odd ones for −1, −2, … */
  private readNumber(): number {
    let byte = this.bytes[this.at++]!;
    let number = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      if (scale > LARGEST_SCALE) {
        this.isSound = false;
        return 0;
      }
      byte = this.bytes[this.at++]!;
      number += (byte & 127) * scale;
    }
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  private sum(first: number, distance: number): string {
    const sum = first + distance;
    if (!Number.isSafeInteger(sum)) this.isSound = false;
    return String(sum);
  }
}
