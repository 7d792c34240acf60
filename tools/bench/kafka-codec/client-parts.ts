// kafkajs's own parts, as they are before Telemon replaces them, and Telemon's: as they are built, because tools run without a build
// step.
import { clientPart } from '@telemon/platform/kafka/client-part';
import { type FetchDefinitions, patchFetchDecoding } from '@telemon/platform/kafka/fetch-decoding';
import { groupedInLinearTime, partitioner } from '@telemon/platform/kafka/partitions';
import { type ProduceDefinitions, patchProduceEncoding } from '@telemon/platform/kafka/produce-encoding';
import kafkajs, { type Message, type PartitionerArgs } from 'kafkajs';

const produce = clientPart('protocol/requests/produce') as ProduceDefinitions;
const fetch = clientPart('protocol/requests/fetch') as FetchDefinitions;
const group = clientPart('producer/groupMessagesPerPartition') as (of: {
  topic: string;
  partitionMetadata: PartitionerArgs['partitionMetadata'];
  messages: readonly Message[];
  partitioner: (args: PartitionerArgs) => number;
}) => Record<string, Message[]>;

/** One way to take a message from the program to the connection, or back. */
export interface Side {
  /** The messages of each partition. */
  group(messages: readonly Message[]): Record<string, Message[]>;
  /** A Produce request of one topic. */
  encode(partitions: Record<string, Message[]>): Promise<Buffer>;
  /** The content of a Fetch response. */
  decode(response: Buffer): Promise<unknown>;
}

export const TOPIC = 'telemetry.raw';
const partitionMetadata = [
  { partitionId: 0, partitionErrorCode: 0, leader: 0, replicas: [], isr: [] },
] as PartitionerArgs['partitionMetadata'];

const sideOf = (
  choose: (args: PartitionerArgs) => number,
  given: (messages: readonly Message[]) => readonly Message[],
): Side => {
  const produceOf = produce.protocol({ version: 7 });
  const { response } = fetch.protocol({ version: 11 })({ topics: [], maxWaitTime: 0 });
  return {
    group: (messages) =>
      group({ topic: TOPIC, partitionMetadata, messages: given(messages), partitioner: choose }),
    encode: async (groups) => {
      const partitions = Object.entries(groups).map(([partition, messages]) => ({
        partition: Number(partition),
        firstSequence: 0,
        messages,
      }));
      const topicData = [{ topic: TOPIC, partitions }];
      const plain = { acks: -1, timeout: 10_000, compression: 0, producerId: -1, producerEpoch: 0 };
      return (await produceOf({ ...plain, topicData }).request.encode()).buffer;
    },
    decode: (bytes) => response.decode(bytes),
  };
};

const asItComes = sideOf(kafkajs.Partitioners.DefaultPartitioner(), (messages) => messages);
patchProduceEncoding();
patchFetchDecoding();

export const SIDES: Readonly<Record<'client' | 'telemon', Side>> = {
  client: asItComes,
  telemon: sideOf(partitioner(), groupedInLinearTime),
};
