import { afterEach, expect, it, jest } from '@jest/globals';
import { faking } from '@telemon/testing/fake-clocks';
import { until } from '@telemon/testing/waiting';
import {
  Kafka as KafkaClient,
  type ConsumerRunConfig,
  type EachBatchPayload,
  KafkaJSNonRetriableError,
} from 'kafkajs';
import { EventEmitter } from 'node:events';
import { logger } from '../logging.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

const TOPIC = 'rejoin-spec';
const ASKING = { ping: async () => undefined, offsets: async () => new Map() };

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** kafkajs without a broker; the spec triggers rebalances, crashes and batches. */
const clientWithoutBroker = () => {
  const emitter = new EventEmitter();
  const { events } = new KafkaClient({ brokers: ['127.0.0.1:1'] }).consumer({ groupId: 'spec' });
  const committed: string[] = [];
  let running: ConsumerRunConfig;
  let runs = 0;
  const nothing = async () => undefined;
  const consumer = {
    events,
    on: (event: string, listener: (entry: unknown) => void) => emitter.on(event, listener),
    connect: nothing,
    disconnect: nothing,
    subscribe: nothing,
    pause: () => undefined,
    run: async (config: ConsumerRunConfig) => {
      running = config;
      runs++;
    },
    commitOffsets: async (offsets: { offset: string }[]) =>
      void committed.push(...offsets.map(({ offset }) => offset)),
  };
  const stored = { offset: '-1', low: '0' };
  const admin = {
    connect: nothing,
    disconnect: nothing,
    fetchOffsets: async () => [{ topic: TOPIC, partitions: [{ partition: 0, offset: stored.offset }] }],
    fetchTopicOffsets: async () => [{ partition: 0, low: stored.low }],
  };
  return {
    stored,
    client: { consumer: () => consumer, admin: () => admin } as unknown as KafkaClient,
    committed,
    runs: () => runs,
    crash: (error: Error) => emitter.emit(events.CRASH, { payload: { error, restart: false } }),
    rebalance: () => emitter.emit(events.REBALANCING, {}),
    beat: () => emitter.emit(events.HEARTBEAT, {}),
    join: (...partitions: number[]) =>
      emitter.emit(events.GROUP_JOIN, { payload: { memberAssignment: { [TOPIC]: partitions } } }),
    batch: async (offset: string): Promise<string[]> => {
      const resolved: string[] = [];
      await running.eachBatch!({
        batch: {
          topic: TOPIC,
          partition: 0,
          messages: [{ offset }],
          highWatermark: '100',
          lastOffset: () => offset,
          offsetLag: () => '0',
        },
        heartbeat: nothing,
        isRunning: () => true,
        isStale: () => false,
        resolveOffset: (read: string) => void resolved.push(read),
      } as unknown as EachBatchPayload);
      return resolved;
    },
  };
};

it('a consumer does not count a batch as read after a rebalance, because the batch comes again', async () => {
  const { client, committed, join, batch } = clientWithoutBroker();
  let hold = Promise.withResolvers<void>();
  const consumer = new KafkaConsumer(
    client,
    { topic: TOPIC, group: 'spec', commitIntervalMs: 1, handle: () => hold.promise },
    ASKING,
  );
  await consumer.start();
  join(0);
  const cutOff = batch('7');
  join(0);
  hold.resolve();
  expect(await cutOff).toEqual([]);
  hold = Promise.withResolvers<void>();
  const again = batch('7');
  hold.resolve();
  expect(await again).toEqual(['7']);
  await until(() => committed.length > 0);
  expect(committed).toEqual(['8']);
  await consumer.stop();
});

it('a consumer commits no offset whose work was settled while the partitions changed hands', async () => {
  const { client, committed, join, batch } = clientWithoutBroker();
  const settling: PromiseWithResolvers<void>[] = [];
  const consumer = new KafkaConsumer(
    client,
    {
      topic: TOPIC,
      group: 'spec',
      commitIntervalMs: 1,
      handle: async () => undefined,
      settle: () => (settling[settling.length] = Promise.withResolvers<void>()).promise,
    },
    ASKING,
  );
  await consumer.start();
  join(0);
  await batch('7');
  await until(() => settling.length === 1);
  join(0);
  settling[0]!.resolve();
  await batch('3');
  await until(() => settling.length === 2);
  settling[1]!.resolve();
  await until(() => committed.length > 0);
  expect(committed).toEqual(['4']);
  await consumer.stop();
});

it('a consumer leaves out a late batch of a former assignment, because the uncommitted batches before it come again', async () => {
  const { client, committed, join, batch } = clientWithoutBroker();
  const handled: string[] = [];
  const consumer = new KafkaConsumer(
    client,
    {
      topic: TOPIC,
      group: 'spec',
      commitIntervalMs: 1,
      handle: async ({ messages }) => void handled.push(...messages.map(({ offset }) => offset)),
      // The first batch is never settled.
      settle: async () => {
        if (handled.length === 1) throw new Error('the database is away');
      },
    },
    ASKING,
  );
  await consumer.start();
  join(0);
  await batch('7');
  join(0);
  expect(await batch('8')).toEqual([]);
  expect(await batch('7')).toEqual(['7']);
  expect(await batch('8')).toEqual(['8']);
  await until(() => committed.includes('9'));
  expect(handled).toEqual(['7', '7', '8']);
  await consumer.stop();
});

it('a consumer takes a batch that comes again, because another member has committed up to it', async () => {
  const { client, join, batch } = clientWithoutBroker();
  const consumer = consumerOf(client);
  await consumer.start();
  join(0);
  await batch('7');
  join();
  join(0);
  await batch('8');
  expect(await batch('8')).toEqual(['8']);
  await consumer.stop();
});

it('a consumer leaves out a late batch of a partition that another member has now', async () => {
  const { client, join, batch } = clientWithoutBroker();
  const consumer = consumerOf(client);
  await consumer.start();
  join(0);
  join();
  expect(await batch('7')).toEqual([]);
  await consumer.stop();
});

it.each([
  [
    'a consumer does not report messages as deleted that another member read before it got the partition',
    '3',
    [],
  ],
  ['a consumer reports messages that Kafka deleted before they were read', '5', [2]],
])('%s', async (_, low, reported) => {
  const failures = jest.spyOn(logger, 'error');
  const { client, stored, join, batch } = clientWithoutBroker();
  Object.assign(stored, { offset: '3', low });
  const consumer = consumerOf(client);
  await consumer.start();
  join(0);
  await batch('7');
  expect(failures.mock.calls.map(([entry]) => (entry as unknown as { messages: number }).messages)).toEqual(
    reported,
  );
  await consumer.stop();
});

const consumerOf = (client: KafkaClient) =>
  new KafkaConsumer(client, { topic: TOPIC, group: 'spec', handle: async () => undefined }, ASKING);

it('a consumer runs again when the client gives up its group, until it is stopped', async () => {
  const { client, runs, crash } = clientWithoutBroker();
  const consumer = consumerOf(client);
  await consumer.start();
  for (let run = 1; run < 4; run++) {
    crash(new KafkaJSNonRetriableError('Failed to find group coordinator'));
    await until(() => runs() === run + 1);
  }
  crash(new KafkaJSNonRetriableError('Failed to find group coordinator'));
  await consumer.stop();
  expect(runs()).toBe(4);
});

it('a consumer ends its process because of a bug, and logs it', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const fatal = jest.spyOn(logger, 'fatal');
  const { client, runs, crash } = clientWithoutBroker();
  const consumer = consumerOf(client);
  await consumer.start();
  const bug = new TypeError('x is not a function');
  crash(Object.assign(new KafkaJSNonRetriableError(bug), { cause: bug }));
  expect(exit).toHaveBeenCalledWith(1);
  expect(JSON.stringify(fatal.mock.calls)).toContain('kafka consumer failed');
  expect(fatal.mock.calls[0]![0]).toMatchObject({ err: { message: 'x is not a function' } });
  await consumer.stop();
  expect(runs()).toBe(1);
});

it.each(['is rebalancing', 'is given up by the client'])(
  'a consumer is not ended for the messages that wait while its group %s, but is afterwards',
  async (reason) => {
    jest.useFakeTimers(faking('performance', 'setInterval', 'clearInterval'));
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    jest.spyOn(logger, 'fatal').mockImplementation(() => undefined);
    const { client, join, beat, rebalance, crash } = clientWithoutBroker();
    const waiting = new Map([[0, { oldest: 0n, newest: 9n, committed: 7n }]]);
    const consumer = new KafkaConsumer(
      client,
      { topic: TOPIC, group: 'spec', handle: async () => undefined },
      { ...ASKING, offsets: async () => waiting },
    );
    const passMinute = async () => {
      for (let second = 0; second < 60; second += 10) {
        beat();
        await jest.advanceTimersByTimeAsync(10_000);
      }
    };
    await consumer.start();
    join(0);
    if (reason === 'is rebalancing') rebalance();
    else crash(new KafkaJSNonRetriableError('Failed to find group coordinator'));
    await passMinute();
    expect([consumer.isAlive, exit.mock.calls]).toEqual([true, []]);
    join(0);
    await passMinute();
    expect(exit).toHaveBeenCalledWith(1);
    await consumer.stop();
  },
);
