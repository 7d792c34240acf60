import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  EncoderOfClient,
  GZIP,
  aBatch,
  anyBatch,
  bytes,
  encodeBatches,
  fetchResponse,
  plainBatch,
  text,
} from '@telemon/testing/kafka-records';
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
const NOW = 1_732_630_000_000;

const produce = clientPart('protocol/requests/produce') as ProduceDefinitions;
const fetch = clientPart('protocol/requests/fetch') as FetchDefinitions;

/** kafkajs before Telemon patches it. */
const produceBefore = produce.protocol({ version: PRODUCE_VERSION });
const fetchBefore = fetch.protocol({ version: FETCH_VERSION });
const olderProduce = [3, 6].map((version) => [version, produce.protocol({ version })] as const);
const olderFetch = [4, 10].map((version) => [version, fetch.protocol({ version })] as const);
patchProduceEncoding();
patchFetchDecoding();
const produceNow = produce.protocol({ version: PRODUCE_VERSION });
const fetchNow = fetch.protocol({ version: FETCH_VERSION });

beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterAll(() => void jest.restoreAllMocks());

/** The value that `work` returns, or the text of its error. */
const outcomeOf = async <Value>(work: () => Promise<Value>) => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: String(error) };
  }
};

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

  it('has the bytes that kafkajs gives it if messages have timestamps of their own', async () => {
    const messages = fc.array(fc.oneof(message, timed), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(requestOf(messages), async (request) => void (await expectSame(request))),
    );
  });

  it('has the bytes that kafkajs gives it for batches of all sizes', async () => {
    for (const count of [1, 64, 65, 8_192, 8_193, 20_000]) {
      const messages = Array.from({ length: count }, (_, place) => ({
        key: `pump${place}`,
        value: Buffer.from(`{"TC1":${place}}`),
        headers: { deviceKey: String(place), source: 'mqtt' },
      }));
      expect(await expectSame(requestWith(messages))).toHaveProperty('value');
    }
  });

  it('has the bytes that kafkajs gives it wherever its buffer grows', async () => {
    const last = [{ value: null }, { value: '' }, { value: 'x' }];
    for (let length = 300; length < 1_100; length++)
      await expectSame(requestWith([{ value: Buffer.alloc(length) }, ...last]));
  });

  it('has the bytes that kafkajs gives it if it is compressed, or in a transaction', async () => {
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
  const request = { topics: [], maxWaitTime: 100 };
  const expectSame = async (response: Buffer) => {
    const before = await outcomeOf(() => fetchBefore(request).response.decode(response));
    const now = await outcomeOf(() => fetchNow(request).response.decode(response));
    expect(now).toStrictEqual(before);
    return now;
  };

  it('has the records that kafkajs finds in it', async () => {
    const set = fc.array(plainBatch, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(set, { maxLength: 3 }), async (partitions) => {
        const sets = await Promise.all(partitions.map((batches) => encodeBatches(...batches)));
        expect(await expectSame(fetchResponse(...sets))).toHaveProperty('value');
      }),
      { numRuns: 150 },
    );
  });

  it('has the records that kafkajs finds in compressed, transactional and odd batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 5 }), async (batches) => {
        await expectSame(fetchResponse(await encodeBatches(...batches)));
      }),
      { numRuns: 150 },
    );
  });

  it('has the records that kafkajs finds if it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plainBatch, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        async (batches, cut) => {
          const whole = await encodeBatches(...batches);
          await expectSame(fetchResponse(whole.subarray(0, cut % whole.length)));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has the records that kafkajs finds if offsets or times are too large for exact numbers', async () => {
    const batch = await encodeBatches(aBatch({ timestampDelta: -9, value: Buffer.from('one') }));
    for (const large of [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 53n) - 1n]) {
      for (const at of [0, 27]) {
        const changed = Buffer.from(batch);
        changed.writeBigInt64BE(large, at);
        expect(await expectSame(fetchResponse(changed))).toHaveProperty('value');
      }
    }
  });

  it('has the records that kafkajs finds in it, whichever length or number is wrong', async () => {
    const record = { value: Buffer.from('one') };
    const withHeader = { ...record, headers: [['source', Buffer.from('mqtt')]] as const };
    const batch = await encodeBatches(aBatch(record, record, withHeader));
    // From the last byte of the number of records on: with the others, kafkajs would read millions of records.
    for (let at = 60; at < batch.length; at++) {
      for (const value of [0, 1, 2, 7, 12, 127, 255]) {
        const changed = Buffer.from(batch);
        changed[at] = value;
        await expectSame(fetchResponse(changed));
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
    const found = await expectSame(fetchResponse(set.writeEncoder(message).buffer));
    expect(JSON.stringify(found)).toContain('"offset":"4"');
  });
});

describe('kafkajs', () => {
  it('is the version whose inner parts Telemon replaces', () => {
    const { version } = createRequire(import.meta.url)('kafkajs/package.json') as { version: string };
    // After an update, read decision 74, and compare the parts that `clientPart` names with the last version's.
    expect(version).toBe('2.2.4');
    expect([produce.versions.at(-1), fetch.versions.at(-1)]).toEqual([
      String(PRODUCE_VERSION),
      String(FETCH_VERSION),
    ]);
  });

  it('is not changed for any other version of the protocol', () => {
    expect(produceNow).not.toBe(produceBefore);
    expect(fetchNow).not.toBe(fetchBefore);
    for (const [version, call] of olderProduce) expect(produce.protocol({ version })).toBe(call);
    for (const [version, call] of olderFetch) expect(fetch.protocol({ version })).toBe(call);
  });
});
