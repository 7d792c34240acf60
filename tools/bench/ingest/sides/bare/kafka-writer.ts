import type { Producer } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Publish } from './device-connection.ts';
import { groupedInLinearTime } from './product-code.ts';

/** As in mqtt-bridge: the wait of a batch's first message for others, ms, and the most messages of a batch. */
const LINGER_MS = 5;
const LARGEST_BATCH = 2_000;

/** Writes messages into Kafka, one batch at a time, and acknowledges them once every in-sync replica has them. */
export class KafkaWriter {
  readonly #producer: Producer;
  readonly #topic: string;
  #waiting: Publish[] = [];
  #isWriting = false;

  constructor(producer: Producer, topic: string) {
    this.#producer = producer;
    this.#topic = topic;
  }

  add(publish: Publish): void {
    this.#waiting.push(publish);
    if (!this.#isWriting) void this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < LARGEST_BATCH) await delay(LINGER_MS);
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      const messages = batch.map(({ deviceName, payload }) => ({ key: deviceName, value: payload }));
      await this.#producer.send({ topic: this.#topic, acks: -1, messages: groupedInLinearTime(messages) });
      for (const { connection, packetId } of batch) connection.acknowledge(packetId);
      for (const { connection } of batch) connection.flush();
    }
    this.#isWriting = false;
  }
}
