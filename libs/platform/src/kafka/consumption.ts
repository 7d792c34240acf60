import type { KafkaMessage } from 'kafkajs';

export interface MessageBatch {
  partition: number;
  messages: KafkaMessage[];
  /** How many messages wait in the partition behind these. */
  behind?: number;
  /**
   * Makes the consumer leave those out once this batch is handled: it goes on with what comes from now on. It reads nothing of the
   * partition for `restMs`, ms.
   */
  skipBehind?: (restMs: number) => void;
  /** How many messages before these Kafka has deleted unread, as far as it is known. */
  missed?: number;
}

/** The last part of the work on a batch. */
export type Rest = () => Promise<void>;

/**
 * How a consumer reads a topic.
 *
 * `handle` gets the messages of one partition in order; their offsets count as read only once it returned. When it throws, the
 * same batch comes again after a pause, without limit: `handle` itself must put aside a message that can never be handled.
 * It may return the rest of its work, which then runs beside the handling of the partition's next batch. Rests run one after the
 * other, each until it succeeds, and offsets are committed after them.
 */
export interface Consumption {
  topic: string;
  group: string;
  fromBeginning?: boolean;
  /** Most bytes fetched at once from one partition. */
  maxBytesPerPartition?: number;
  /**
   * A batch takes at least this long, and on a busy machine up to six times as long, so that several messages share its cost, ms
   * (`pauseAfterBatch`). Its rest begins before that.
   */
  shortestBatchMs?: number;
  /** How long the broker may wait for more to come before it answers a fetch, ms. */
  maxWaitTimeInMs?: number;
  handle: (batch: MessageBatch) => Promise<Rest | void>;
  /**
   * Persists the work that `handle` keeps in memory: offsets are committed after it, so that unpersisted messages come again
   * after a kill. It runs beside `handle`, every `commitIntervalMs` at most while messages come.
   */
  settle?: () => Promise<void>;
  /** Shortest interval between offset commits, ms; null: no commits, if every start reads the whole topic. */
  commitIntervalMs?: number | null;
  /** The partitions of this process have changed. State about others may be dropped. */
  onAssigned?: (partitions: number[]) => void;
}
