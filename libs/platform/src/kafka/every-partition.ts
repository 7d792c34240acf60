import { type Admin, type Kafka as KafkaClient, type Message, Partitioners, type Producer } from 'kafkajs';

/** How long the leader of a partition may wait for its replicas, ms. */
const STORED_WITHIN_MS = 5_000;

/**
 * Sends a message to every partition of a topic, also to those that were added since. It tries once: while Kafka is away it fails
 * at once, and if Kafka doesn't answer, with the client's time-outs.
 */
export class EveryPartition {
  private clients: { readonly admin: Admin; readonly producer: Producer } | undefined;
  private isClosed = false;

  /** @param client One that retries nothing. */
  constructor(
    private readonly client: KafkaClient,
    private readonly topic: string,
  ) {}

  /** @throws unless all partitions have the message; some may have it all the same, or get it later. */
  async send(message: Pick<Message, 'value' | 'headers'>): Promise<void> {
    const { topic } = this;
    const { admin, producer } = (this.clients ??= this.makeClients());
    let isSent = false;
    try {
      await Promise.all([admin.connect(), producer.connect()]);
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const partitions = topics.flatMap((each) => each.partitions.map(({ partitionId }) => partitionId));
      const messages = partitions.map((partition) => ({ ...message, partition }));
      const stored = await producer.send({ topic, messages, acks: -1, timeout: STORED_WITHIN_MS });
      const having = new Set(stored.map(({ partition }) => partition));
      const left = partitions.find((partition) => !having.has(partition));
      // The client silently drops messages for a partition that it doesn't know yet.
      if (left !== undefined)
        throw new Error(`no broker has stored the message of ${topic}, partition ${left}`);
      isSent = true;
    } finally {
      // A failed connection may be one to a broker that is gone.
      if (!isSent || this.isClosed) this.disconnect();
    }
  }

  close(): void {
    this.isClosed = true;
    this.disconnect();
  }

  private makeClients() {
    return {
      admin: this.client.admin(),
      producer: this.client.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: false,
        // The topic's partitions are asked for anew each time.
        metadataMaxAge: 0,
      }),
    };
  }

  private disconnect(): void {
    const { clients } = this;
    this.clients = undefined;
    for (const each of [clients?.admin, clients?.producer]) void each?.disconnect().catch(() => undefined);
  }
}
