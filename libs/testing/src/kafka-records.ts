import { clientPart } from '@telemon/platform/kafka/client-part';
import type { Encoder } from '@telemon/platform/kafka/produce-encoding';
import fc from 'fast-check';

/** kafkajs's buffer, with the methods that records need. */
interface RecordEncoder extends Encoder {
  writeVarInt(value: number): this;
  writeVarLong(value: number): this;
  writeVarIntString(value: string | null): this;
  writeVarIntBytes(value: Buffer | null): this;
  writeEncoder(value: Encoder): this;
}

export const EncoderOfClient = clientPart('protocol/encoder') as new () => RecordEncoder;
const { RecordBatch } = clientPart('protocol/recordBatch/v0') as {
  RecordBatch: (batch: object) => Promise<Encoder>;
};

const A_TIME = 1_732_630_000_000;
export const GZIP = 1;
/** Bits of a batch's attributes. */
const TIMED_BY_BROKER = 0x08;
const IN_TRANSACTION = 0x10;
const CONTROL = 0x20;

const unpaired = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));
/** Texts whose lengths take one to four bytes. */
const long = fc
  .tuple(
    fc.constantFrom('x', 'é', '日'),
    fc.constantFrom(20, 21, 22, 62, 63, 64, 8_100, 8_191, 8_192, 400_000),
  )
  .map(([letter, times]) => letter.repeat(times));
/** The texts of keys, values and headers, also with halves of characters. */
export const text = fc.oneof(
  { weight: 10, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 90 }) },
  { weight: 5, arbitrary: unpaired },
  { weight: 1, arbitrary: long },
);
/** Bytes of keys, values and headers. */
export const bytes = fc.oneof(
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 90 }).map((each) => Buffer.from(each)) },
  { weight: 1, arbitrary: long.map((each) => Buffer.from(each)) },
);

interface GivenRecord {
  readonly timestampDelta: number;
  readonly offsetDelta: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: readonly (readonly [string | null, Buffer | null])[];
}
const maybe = fc.option(bytes);
const headerName = fc.oneof(text, fc.constantFrom('source', 'deviceKey', 'toString'));
const recordWith = (headers: fc.Arbitrary<GivenRecord['headers']>): fc.Arbitrary<GivenRecord> =>
  fc.record({
    timestampDelta: fc.oneof(fc.constant(0), fc.integer(), fc.maxSafeInteger()),
    offsetDelta: fc.nat(),
    key: maybe,
    value: maybe,
    headers,
  });
const plainRecord = recordWith(fc.array(fc.tuple(headerName, maybe), { maxLength: 7 }));
const oddRecord = recordWith(
  fc.array(fc.tuple(fc.constantFrom(null, '__proto__', 'valueOf', 'source'), maybe), { maxLength: 4 }),
);

interface GivenBatch {
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  readonly partitionLeaderEpoch: number;
  readonly producerId: number;
  readonly compression: number;
  /** Bits that say more about the batch. */
  readonly attributes: number;
  readonly records: readonly GivenRecord[];
}
const batchWith = (
  record: fc.Arbitrary<GivenRecord>,
  compression: number,
  attributes: number,
): fc.Arbitrary<GivenBatch> =>
  fc.record({
    firstOffset: fc.oneof(fc.nat(), fc.maxSafeNat()),
    firstTimestamp: fc.oneof(fc.constant(A_TIME), fc.constant(-1), fc.maxSafeInteger()),
    partitionLeaderEpoch: fc.nat(),
    producerId: fc.oneof(fc.constant(-1), fc.maxSafeNat()),
    compression: fc.constant(compression),
    attributes: fc.constant(attributes),
    records: fc.array(record, { maxLength: 6 }),
  });
/** Batches as Telemon's producers send them. */
export const plainBatch = batchWith(plainRecord, 0, 0);
/** Also compressed and transactional batches, and batches with odd headers. */
export const anyBatch = fc.oneof(
  plainBatch,
  batchWith(oddRecord, 0, 0),
  batchWith(plainRecord, GZIP, 0),
  batchWith(plainRecord, 0, TIMED_BY_BROKER),
  batchWith(plainRecord, 0, IN_TRANSACTION),
  batchWith(plainRecord, 0, IN_TRANSACTION | CONTROL),
);
/** A batch with these records; their missing fields are empty. */
export const aBatch = (...records: Partial<GivenRecord>[]): GivenBatch => ({
  firstOffset: 5,
  firstTimestamp: A_TIME,
  partitionLeaderEpoch: 0,
  producerId: -1,
  compression: 0,
  attributes: 0,
  records: records.map((record) => ({
    timestampDelta: 0,
    offsetDelta: 0,
    key: null,
    value: null,
    headers: [],
    ...record,
  })),
});

const encodeRecord = ({ timestampDelta, offsetDelta, key, value, headers }: GivenRecord): Encoder => {
  const body = new EncoderOfClient().writeInt8(0).writeVarLong(timestampDelta).writeVarInt(offsetDelta);
  body.writeVarIntBytes(key).writeVarIntBytes(value).writeVarInt(headers.length);
  for (const [name, each] of headers) body.writeVarIntString(name).writeVarIntBytes(each);
  return new EncoderOfClient().writeVarInt(body.offset).writeEncoder(body);
};

const encodeBatch = async ({ records, attributes, ...batch }: GivenBatch): Promise<Buffer> => {
  const { buffer } = await RecordBatch({
    ...batch,
    maxTimestamp: batch.firstTimestamp,
    lastOffsetDelta: records.length - 1,
    records: records.map(encodeRecord),
  });
  buffer[22]! |= attributes;
  return buffer;
};

/** The bytes of a record set of these batches. */
export const encodeBatches = async (...batches: readonly GivenBatch[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(batches.map(encodeBatch)));

/**
 * The bytes of a Fetch response, version 11.
 * @param sets Per partition, its record set.
 */
export const fetchResponse = (...sets: readonly Buffer[]): Buffer => {
  const response = new EncoderOfClient().writeInt32(3).writeInt16(0).writeInt32(7).writeInt32(1);
  response.writeString('telemetry.raw').writeInt32(sets.length);
  sets.forEach((set, partition) => {
    response.writeInt32(partition).writeInt16(0).writeInt64(5_000).writeInt64(4_000).writeInt64(2);
    // Two aborted transactions, and no replica that is preferred.
    response.writeInt32(2).writeInt64(8).writeInt64(9).writeInt64(10).writeInt64(11).writeInt32(-1);
    response.writeInt32(set.length).writeBuffer(set);
  });
  return response.buffer;
};
