import { type ICustomPartitioner, type Message, type PartitionerArgs, Partitioners } from 'kafkajs';

/** The constants of Kafka's hash of a key, Murmur2. */
const SEED = 0x9747b28c;
const FACTOR = 0x5bd1e995;

const hashOf = (key: Buffer): number => {
  let hash = SEED ^ key.length;
  let at = 0;
  for (; at + 4 <= key.length; at += 4) {
    let word = Math.imul(key.readInt32LE(at), FACTOR);
    word = Math.imul(word ^ (word >>> 24), FACTOR);
    hash = Math.imul(hash, FACTOR) ^ word;
  }
  if (at < key.length) hash = Math.imul(hash ^ key.readUIntLE(at, key.length - at), FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13), FACTOR);
  return hash ^ (hash >>> 15);
};

/**
 * Chooses the same partitions as kafkajs's DefaultPartitioner, and as Java's clients. That one calculates with big integers, which
 * takes ten times as long.
 */
export const partitioner: ICustomPartitioner = () => {
  const withoutKey = Partitioners.DefaultPartitioner();
  return (args: PartitionerArgs) => {
    const { key, partition } = args.message;
    if (partition !== undefined) return partition;
    if (key === undefined || key === null) return withoutKey(args);
    const hash = hashOf(Buffer.isBuffer(key) ? key : Buffer.from(key));
    return (hash & 0x7fffffff) % args.partitionMetadata.length;
  };
};

type Groups = Record<string, Message[]>;
type Add = (groups: Groups, message: Message) => Groups;

/**
 * The messages, which kafkajs 2.2.4 then groups by partition in linear time. It does so with `messages.reduce(add, {})`, and its `add`
 * copies the partition's messages for each one that comes to them.
 */
export const groupedInLinearTime = (messages: readonly Message[]): Message[] =>
  Object.defineProperty([...messages], 'reduce', {
    value(this: readonly Message[], add: Add, groups: Groups) {
      for (const message of this) {
        const [partition] = Object.keys(add({}, message));
        (groups[partition!] ??= []).push(message);
      }
      return groups;
    },
  });
