import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from 'kafkajs';
import { createRequire } from 'node:module';
import { clientPart } from './client-part.ts';
import { type FetchDefinitions, patchFetchDecoding } from './fetch-decoding.ts';
import {
  type Encoder,
  patchProduceEncoding,
  type ProduceDefinitions,
  type Produced,
} from './produce-encoding.ts';

const PRODUCE_VERSION = 7;
const FETCH_VERSION = 11;
const GZIP = 1;
const NOW = 1_732_630_000_000;

const produce = clientPart('protocol/requests/produce') as ProduceDefinitions;
const fetch = clientPart('protocol/requests/fetch') as FetchDefinitions;

/** kafkajs as it comes, and as Telemon uses it. */
const produceBefore = produce.protocol({ version: PRODUCE_VERSION });
const fetchBefore = fetch.protocol({ version: FETCH_VERSION });
patchProduceEncoding();
patchFetchDecoding();
const produceNow = produce.protocol({ version: PRODUCE_VERSION });
const fetchNow = fetch.protocol({ version: FETCH_VERSION });

beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterAll(() => void jest.restoreAllMocks());

/** The value that it returned, or the text of its error. */
const outcomeOf = async <Value>(work: () => Promise<Value>) => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: String(error) };
  }
};

const unpaired = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));
/** Their lengths take one to four bytes. */
const long = fc
  .tuple(
    fc.constantFrom('x', 'é', '日'),
    fc.constantFrom(20, 21, 22, 62, 63, 64, 8_100, 8_191, 8_192, 400_000),
  )
  .map(([letter, times]) => letter.repeat(times));
const text = fc.oneof(
  { weight: 10, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 90 }) },
  { weight: 5, arbitrary: unpaired },
  { weight: 1, arbitrary: long },
);
const bytes = fc.oneof(
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 90 }).map((each) => Buffer.from(each)) },
  { weight: 1, arbitrary: long.map((each) => Buffer.from(each)) },
);
const some = fc.oneof(text, bytes);
const someOrNone = fc.option(some);

describe('a Produce request', () => {
  const message: fc.Arbitrary<Message> = fc.record(
    {
      key: someOrNone,
      value: someOrNone,
      headers: fc.dictionary(text, fc.oneof(some, fc.array(some, { maxLength: 3 })), { maxKeys: 7 }),
    },
    { requiredKeys: ['value'] },
  );
  const timed = fc
    .tuple(message, fc.integer({ min: 0, max: 2 * NOW }))
    .map(([each, timestamp]) => ({ ...each, timestamp: String(timestamp) }));
  const requestOf = (messages: fc.Arbitrary<Message[]>): fc.Arbitrary<Produced> =>
    fc.record({
      acks: fc.constantFrom(-1, 0, 1),
      timeout: fc.nat(),
      compression: fc.constant(0),
      transactionalId: fc.constant(undefined),
      producerId: fc.oneof(
        fc.constant(-1),
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map((value) => ({ value })),
      ),
      producerEpoch: fc.nat({ max: 32_767 }),
      topicData: fc.array(
        fc.record({
          topic: fc.string({ maxLength: 40 }),
          partitions: fc.array(fc.record({ partition: fc.nat(), firstSequence: fc.nat(), messages }), {
            maxLength: 3,
          }),
        }),
        { maxLength: 3 },
      ),
    });
  const requestWith = (messages: readonly Message[], rest: Partial<Produced> = {}): Produced => ({
    acks: -1,
    timeout: 10_000,
    compression: 0,
    producerId: -1,
    producerEpoch: 0,
    topicData: [{ topic: 'telemetry.raw', partitions: [{ partition: 0, firstSequence: 0, messages }] }],
    ...rest,
  });
  const bytesOf = async (encoding: Promise<Encoder>) => (await encoding).buffer.toString('latin1');
  const expectSame = async (request: Produced) => {
    const before = await outcomeOf(() => bytesOf(produceBefore(request).request.encode()));
    const now = await outcomeOf(() => bytesOf(produceNow(request).request.encode()));
    // Jest would describe the difference of megabytes.
    expect(JSON.stringify(now) === JSON.stringify(before)).toBe(true);
    return now;
  };

  it('has the bytes that kafkajs gives it', async () => {
    await fc.assert(
      fc.asyncProperty(requestOf(fc.array(message, { maxLength: 5 })), async (request) => {
        expect(await expectSame(request)).toHaveProperty('value');
      }),
      { numRuns: 200 },
    );
  });

  it('has them if messages have timestamps of their own', async () => {
    const messages = fc.array(fc.oneof(message, timed), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(requestOf(messages), async (request) => void (await expectSame(request))),
    );
  });

  it('has them for batches of all sizes', async () => {
    for (const count of [1, 64, 65, 8_192, 8_193, 20_000]) {
      const messages = Array.from({ length: count }, (_, place) => ({
        key: `pump${place}`,
        value: Buffer.from(`{"TC1":${place}}`),
        headers: { deviceKey: String(place), source: 'mqtt' },
      }));
      expect(await expectSame(requestWith(messages))).toHaveProperty('value');
    }
  });

  it('has them wherever its buffer grows', async () => {
    const last = [{ value: null }, { value: '' }, { value: 'x' }];
    for (let length = 300; length < 1_100; length++)
      await expectSame(requestWith([{ value: Buffer.alloc(length) }, ...last]));
  });

  it('has them compressed and in a transaction, as kafkajs alone makes them', async () => {
    const messages = [{ key: 'pump01', value: 'one' }];
    await expectSame(requestWith(messages, { compression: GZIP }));
    await expectSame(requestWith(messages, { transactionalId: 'any' }));
  });

  it.each([
    ['a header without a value', { headers: { source: undefined } }],
    ['a header that is null', { headers: { source: null } }],
    ['a header that is a number', { headers: { source: 7 } }],
    ['headers that are null', { headers: null }],
    ['a number as its value', { value: 7 }],
  ])('with %s is refused as by kafkajs', async (_, wrong) => {
    const refused = await expectSame(requestWith([{ key: 'pump01', value: 'one', ...wrong } as Message]));
    expect(refused).toHaveProperty('error');
  });

  it('differs in nothing but how it is encoded', () => {
    const request = requestWith([{ value: 'one' }]);
    const parts = (call: object) => JSON.stringify(call, (_, part: unknown) => part ?? null);
    expect(parts(produceNow(request))).toBe(parts(produceBefore(request)));
    expect(produceNow(request)).toMatchObject({ request: { apiKey: 0, apiVersion: PRODUCE_VERSION } });
  });
});

describe('a Fetch response', () => {
  interface FullEncoder extends Encoder {
    writeVarInt(value: number): this;
    writeVarLong(value: number): this;
    writeVarIntString(value: string | null): this;
    writeVarIntBytes(value: Buffer | null): this;
    writeEncoder(value: Encoder): this;
  }
  const EncoderOfClient = clientPart('protocol/encoder') as new () => FullEncoder;
  const { RecordBatch } = clientPart('protocol/recordBatch/v0') as {
    RecordBatch: (batch: object) => Promise<Encoder>;
  };

  interface GivenRecord {
    readonly timestampDelta: number;
    readonly offsetDelta: number;
    readonly key: Buffer | null;
    readonly value: Buffer | null;
    readonly headers: readonly (readonly [string | null, Buffer | null])[];
  }
  const maybe = fc.option(bytes);
  const headerName = fc.oneof(text, fc.constantFrom('source', 'deviceKey', 'toString'));
  const plainHeaders = fc.array(fc.tuple(headerName, maybe), { maxLength: 7 });
  const recordWith = (headers: fc.Arbitrary<GivenRecord['headers']>): fc.Arbitrary<GivenRecord> =>
    fc.record({
      timestampDelta: fc.oneof(fc.constant(0), fc.integer(), fc.maxSafeInteger()),
      offsetDelta: fc.nat(),
      key: maybe,
      value: maybe,
      headers,
    });
  const plainRecord = recordWith(plainHeaders);
  const oddRecord = recordWith(
    fc.array(fc.tuple(fc.constantFrom(null, '__proto__', 'valueOf', 'source'), maybe), { maxLength: 4 }),
  );
  const encodeRecord = ({ timestampDelta, offsetDelta, key, value, headers }: GivenRecord): Encoder => {
    const body = new EncoderOfClient().writeInt8(0).writeVarLong(timestampDelta).writeVarInt(offsetDelta);
    body.writeVarIntBytes(key).writeVarIntBytes(value).writeVarInt(headers.length);
    for (const [name, each] of headers) body.writeVarIntString(name).writeVarIntBytes(each);
    return new EncoderOfClient().writeVarInt(body.offset).writeEncoder(body);
  };

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
    maxLength = 6,
  ): fc.Arbitrary<GivenBatch> =>
    fc.record({
      firstOffset: fc.oneof(fc.nat(), fc.maxSafeNat()),
      firstTimestamp: fc.oneof(fc.constant(NOW), fc.constant(-1), fc.maxSafeInteger()),
      partitionLeaderEpoch: fc.nat(),
      producerId: fc.oneof(fc.constant(-1), fc.maxSafeNat()),
      compression: fc.constant(compression),
      attributes: fc.constant(attributes),
      records: fc.array(record, { maxLength }),
    });
  const TIMED_BY_BROKER = 0x08;
  const IN_TRANSACTION = 0x10;
  const CONTROL = 0x20;
  const plainBatch = batchWith(plainRecord, 0, 0);
  const anyBatch = fc.oneof(
    plainBatch,
    batchWith(oddRecord, 0, 0),
    batchWith(plainRecord, GZIP, 0),
    batchWith(plainRecord, 0, TIMED_BY_BROKER),
    batchWith(plainRecord, 0, IN_TRANSACTION),
    batchWith(plainRecord, 0, IN_TRANSACTION | CONTROL),
  );
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

  /** @param sets Per partition, its record set. */
  const responseOf = (sets: readonly Buffer[]): Buffer => {
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
  const asked = { topics: [], maxWaitTime: 100 };
  const expectSame = async (response: Buffer) => {
    const before = await outcomeOf(() => fetchBefore(asked).response.decode(response));
    const now = await outcomeOf(() => fetchNow(asked).response.decode(response));
    expect(now).toStrictEqual(before);
    return now;
  };

  it('has the records that kafkajs finds in it', async () => {
    const set = fc.array(plainBatch, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(set, { maxLength: 3 }), async (partitions) => {
        const sets = partitions.map(async (batches) =>
          Buffer.concat(await Promise.all(batches.map(encodeBatch))),
        );
        expect(await expectSame(responseOf(await Promise.all(sets)))).toHaveProperty('value');
      }),
      { numRuns: 150 },
    );
  });

  it('has them among compressed, transactional and odd batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 5 }), async (batches) => {
        await expectSame(responseOf([Buffer.concat(await Promise.all(batches.map(encodeBatch)))]));
      }),
      { numRuns: 150 },
    );
  });

  it('has them up to where it was cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plainBatch, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        async (batches, cut) => {
          const whole = Buffer.concat(await Promise.all(batches.map(encodeBatch)));
          await expectSame(responseOf([whole.subarray(0, cut % whole.length)]));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has them if offsets or times are too large for exact numbers', async () => {
    const batch = await encodeBatch({
      firstOffset: 5,
      firstTimestamp: NOW,
      partitionLeaderEpoch: 0,
      producerId: -1,
      compression: 0,
      attributes: 0,
      records: [{ timestampDelta: -9, offsetDelta: 0, key: null, value: Buffer.from('one'), headers: [] }],
    });
    for (const large of [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 53n) - 1n]) {
      for (const at of [0, 27]) {
        const changed = Buffer.from(batch);
        changed.writeBigInt64BE(large, at);
        expect(await expectSame(responseOf([changed]))).toHaveProperty('value');
      }
    }
  });

  it('has what kafkajs finds in it, whichever length or number is wrong', async () => {
    const record = { timestampDelta: 0, offsetDelta: 0, key: null, value: Buffer.from('one'), headers: [] };
    const batch = await encodeBatch({
      firstOffset: 5,
      firstTimestamp: NOW,
      partitionLeaderEpoch: 0,
      producerId: -1,
      compression: 0,
      attributes: 0,
      records: [record, record, { ...record, headers: [['source', Buffer.from('mqtt')]] }],
    });
    // From the last byte of the number of records on: with the others, kafkajs would read millions of records.
    for (let at = 60; at < batch.length; at++) {
      for (const value of [0, 1, 2, 7, 12, 127, 255]) {
        const changed = Buffer.from(batch);
        changed[at] = value;
        await expectSame(responseOf([changed]));
      }
    }
  });

  it('of a topic in the format before Kafka 0.11 is decoded as by kafkajs', async () => {
    const message = new EncoderOfClient().writeInt8(0).writeInt8(0).writeInt32(-1).writeInt32(3);
    message.writeBuffer(Buffer.from('one'));
    const set = new EncoderOfClient()
      .writeInt64(4)
      .writeInt32(message.offset + 4)
      .writeInt32(0);
    const found = await expectSame(responseOf([set.writeEncoder(message).buffer]));
    expect(JSON.stringify(found)).toContain('"offset":"4"');
  });
});

describe('kafkajs', () => {
  it('is the version whose inner parts Telemon replaces', () => {
    const { version } = createRequire(import.meta.url)('kafkajs/package.json') as { version: string };
    // After an update, read decision 74, and compare the parts that `clientPart` names with those of the version before.
    expect(version).toBe('2.2.4');
    expect([produce.versions.at(-1), fetch.versions.at(-1)]).toEqual([
      String(PRODUCE_VERSION),
      String(FETCH_VERSION),
    ]);
  });

  it('is as it comes for any other version of the protocol', () => {
    expect(produceNow).not.toBe(produceBefore);
    expect(fetchNow).not.toBe(fetchBefore);
    for (const version of [3, 6]) expect(produce.protocol({ version })).toBe(produce.protocol({ version }));
    for (const version of [4, 10]) expect(fetch.protocol({ version })).toBe(fetch.protocol({ version }));
  });
});
