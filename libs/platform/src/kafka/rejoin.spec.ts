import { expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient, type ConsumerRunConfig, type EachBatchPayload } from 'kafkajs';
import { EventEmitter } from 'node:events';
import { KafkaConsumer } from './kafka-consumer.ts';

const TOPIC = 'rejoin-spec';

/** kafkajs without a broker: a group that comes together, and batches, when a spec says so. */
const clientWithoutBroker = () => {
  const told = new EventEmitter();
  const { events } = new KafkaClient({ brokers: ['127.0.0.1:1'] }).consumer({ groupId: 'spec' });
  const committed: string[] = [];
  let running: ConsumerRunConfig;
  const nothing = async () => undefined;
  const consumer = {
    events,
    on: (event: string, listener: (said: unknown) => void) => told.on(event, listener),
    connect: nothing,
    disconnect: nothing,
    subscribe: nothing,
    pause: () => undefined,
    run: async (config: ConsumerRunConfig) => void (running = config),
    commitOffsets: async (offsets: { offset: string }[]) =>
      void committed.push(...offsets.map(({ offset }) => offset)),
  };
  const admin = { connect: nothing, disconnect: nothing, fetchOffsets: async () => [] };
  return {
    client: { consumer: () => consumer, admin: () => admin } as unknown as KafkaClient,
    committed,
    join: () => told.emit(events.GROUP_JOIN, { payload: { memberAssignment: { [TOPIC]: [0] } } }),
    batch: async (offset: string): Promise<string[]> => {
      const resolved: string[] = [];
      await running.eachBatch!({
        batch: { topic: TOPIC, partition: 0, messages: [{ offset }], offsetLag: () => '0' },
        heartbeat: nothing,
        isRunning: () => true,
        isStale: () => false,
        resolveOffset: (read: string) => void resolved.push(read),
      } as unknown as EachBatchPayload);
      return resolved;
    },
  };
};

it('takes a batch for unread where the group came together anew meanwhile, as the batch comes again', async () => {
  const { client, committed, join, batch } = clientWithoutBroker();
  let hold = Promise.withResolvers<void>();
  const consumer = new KafkaConsumer(
    client,
    { topic: TOPIC, group: 'spec', commitIntervalMs: 1, handle: () => hold.promise },
    async () => undefined,
  );
  await consumer.start();
  join();
  const cutOff = batch('7');
  join();
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
