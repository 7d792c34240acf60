import type { Message } from 'kafkajs';
import { clientPart } from './client-part.ts';

/** kafkajs's growing buffer. Its methods write at `offset`, and move it behind what they wrote. */
export interface Encoder {
  buf: Buffer;
  offset: number;
  /** The bytes written so far. */
  readonly buffer: Buffer;
  ensureAvailable(bytes: number): void;
  writeInt8(value: number): this;
  writeInt16(value: number): this;
  writeInt32(value: number): this;
  writeInt64(value: number | { readonly value: bigint }): this;
  writeString(value: string | null): this;
  writeBuffer(value: Buffer): this;
}

const ClientsEncoder = clientPart('protocol/encoder') as new (bytes?: number) => Encoder;
const crc32C = clientPart('protocol/recordBatch/crc32C') as (bytes: Buffer) => number;

/** The messages of one request, by topic and partition, as kafkajs encodes them. */
export interface Produced {
  readonly acks: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly compression: number;
  readonly transactionalId?: string | undefined;
  /** −1 for a producer that isn't idempotent. */
  readonly producerId: number | { readonly value: bigint };
  readonly producerEpoch: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly firstSequence: number;
      readonly messages: readonly Message[];
    }[];
  }[];
}

interface ProduceCall {
  readonly request: { readonly encode: () => Promise<Encoder> };
}

/** kafkajs's Produce requests, by version. */
export interface ProduceDefinitions {
  readonly versions: readonly string[];
  protocol: (of: { readonly version: number }) => (produced: Produced) => ProduceCall;
}

/** The version that kafkajs 2.2.4 uses with each broker since Kafka 2.1. */
const VERSION = 7;

/**
 * Makes kafkajs 2.2.4 encode Produce requests in one buffer, with the same bytes. By itself it takes several times as long: it makes
 * buffers for each record, each header and each number. What only kafkajs can encode, it still does.
 */
export const patchProduceEncoding = (): void => {
  const produce = clientPart('protocol/requests/produce') as ProduceDefinitions;
  const { protocol } = produce;
  produce.protocol = (of) => {
    const callOf = protocol(of);
    if (of.version !== VERSION) return callOf;
    return (produced) => {
      const call = callOf(produced);
      const { request } = call;
      const encode = async () => encodeProduce(produced) ?? request.encode();
      return { ...call, request: { ...request, encode } };
    };
  };
};

/** The request's bytes; null for what only kafkajs can encode. */
const encodeProduce = (produced: Produced): Encoder | null => {
  const { acks, timeout, compression, transactionalId, topicData } = produced;
  if (compression !== 0 || transactionalId !== undefined) return null;
  const encoder = new BatchEncoder();
  encoder.writeString(null).writeInt16(acks).writeInt32(timeout).writeInt32(topicData.length);
  for (const { topic, partitions } of topicData) {
    encoder.writeString(topic).writeInt32(partitions.length);
    for (const { partition, firstSequence, messages } of partitions) {
      encoder.writeInt32(partition).writeBatch(messages, produced, firstSequence);
    }
  }
  return encoder.isComplete ? encoder : null;
};

/** The format of record batches since Kafka 0.11. */
const MAGIC = 2;
/** A batch's length does not count the bytes up to its own end, nor those of the record set's length before them. */
const UNCOUNTED_BYTES = 12;
const LENGTH_BYTES = 4;
/** Most records have a length that takes two bytes; none takes more than five. */
const USUAL_LENGTH_BYTES = 2;
const LARGEST_LENGTH_BYTES = 5;
/** The largest length that takes one byte. */
const LARGEST_SHORT_LENGTH = 63;

class BatchEncoder extends ClientsEncoder {
  /** False once something was to be written that only kafkajs can write, or that it refuses. */
  isComplete = true;

  /** Writes a record set of one uncompressed batch. */
  writeBatch(
    messages: readonly Message[],
    { producerId, producerEpoch }: Pick<Produced, 'producerId' | 'producerEpoch'>,
    firstSequence: number,
  ): void {
    const now = Date.now();
    this.writeInt32(0);
    const start = this.offset;
    // First offset, length, the leader's epoch, magic, checksum: the lengths and the checksum follow below.
    this.writeInt64(0).writeInt32(0).writeInt32(0).writeInt8(MAGIC).writeInt32(0);
    const checked = this.offset;
    // Attributes, last offset, first and last timestamp, producer, number of records.
    this.writeInt16(0)
      .writeInt32(messages.length - 1)
      .writeInt64(now)
      .writeInt64(now);
    this.writeInt64(producerId).writeInt16(producerEpoch).writeInt32(firstSequence);
    this.writeInt32(messages.length);
    for (let place = 0; place < messages.length; place++) this.writeRecord(messages[place]!, place);
    const length = this.offset - start;
    this.buf.writeInt32BE(length, start - LENGTH_BYTES);
    this.buf.writeInt32BE(length - UNCOUNTED_BYTES, start + UNCOUNTED_BYTES - LENGTH_BYTES);
    this.buf.writeUInt32BE(crc32C(this.buffer.subarray(checked)), checked - LENGTH_BYTES);
  }

  private writeRecord({ key, value, headers = {}, timestamp }: Message, place: number): void {
    // A batch with timestamps of its messages begins with the first of them.
    if (timestamp !== undefined) this.isComplete = false;
    const start = this.offset;
    this.ensureAvailable(USUAL_LENGTH_BYTES);
    this.offset += USUAL_LENGTH_BYTES;
    // Attributes, and the distance of the timestamp from the batch's.
    this.writeInt8(0).writeInt8(0);
    this.writeVarInt(place);
    this.writeBytes(key);
    this.writeBytes(value);
    this.writeHeaders(headers);
    this.writeLengthAt(start);
  }

  private writeHeaders(headers: NonNullable<Message['headers']>): void {
    const names = Object.keys(headers);
    let count = names.length;
    for (const name of names) {
      const value = headers[name];
      if (Array.isArray(value)) count += value.length - 1;
    }
    this.writeVarInt(count);
    for (const name of names) {
      const value = headers[name];
      if (Array.isArray(value)) for (const each of value) this.writeHeader(name, each);
      else this.writeHeader(name, value);
    }
  }

  private writeHeader(name: string, value: string | Buffer | undefined): void {
    this.writeBytes(name);
    this.writeBytes(value);
    // kafkajs throws for a header without a value.
    if (value === undefined || value === null) this.isComplete = false;
  }

  /** Writes the bytes with their length before them, −1 for none. */
  private writeBytes(value: string | Buffer | null | undefined): void {
    if (typeof value === 'string') {
      this.writeText(value);
    } else if (value === null || value === undefined) {
      this.writeVarInt(-1);
    } else if (Buffer.isBuffer(value)) {
      this.writeVarInt(value.length);
      this.writeBuffer(value);
    } else {
      this.isComplete = false;
    }
  }

  private writeText(text: string): void {
    const mostBytes = 3 * text.length;
    if (mostBytes <= LARGEST_SHORT_LENGTH) {
      // Its length takes one byte, so that nobody has to know it beforehand.
      this.ensureAvailable(LARGEST_LENGTH_BYTES + mostBytes);
      const length = this.buf.write(text, this.offset + 1);
      this.putVarInt(length);
      this.offset += length;
    } else {
      const length = Buffer.byteLength(text);
      this.writeVarInt(length);
      this.ensureAvailable(length);
      this.offset += this.buf.write(text, this.offset);
    }
  }

  /** Writes the length of the record that begins at `start` into the place left for it. */
  private writeLengthAt(start: number): void {
    const end = this.offset;
    const begin = start + USUAL_LENGTH_BYTES;
    const length = end - begin;
    const lengthBytes = sizeOfVarInt(length);
    this.ensureAvailable(LARGEST_LENGTH_BYTES);
    if (lengthBytes !== USUAL_LENGTH_BYTES) this.buf.copyWithin(start + lengthBytes, begin, end);
    this.offset = start;
    this.putVarInt(length);
    this.offset = start + lengthBytes + length;
  }

  /** @param value At least −1. */
  private writeVarInt(value: number): void {
    this.ensureAvailable(LARGEST_LENGTH_BYTES);
    this.putVarInt(value);
  }

  /** The same where the buffer must not grow: it would keep nothing from `offset` on. */
  private putVarInt(value: number): void {
    // Even numbers stand for 0, 1, 2, …, odd ones for −1, −2, …
    let left = value < 0 ? -2 * value - 1 : 2 * value;
    while (left > 127) {
      this.buf[this.offset++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.buf[this.offset++] = left;
  }
}

const sizeOfVarInt = (value: number): number => {
  let size = 1;
  for (let left = 2 * value; left > 127; left >>>= 7) size++;
  return size;
};
