import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { type PassingHeartbeat, announcedMessages } from './announced-messages.ts';
import { LiveReadings } from './live-readings.ts';

/** Announces stored readings: to alerting through Kafka, to open pages through NATS. */
@Injectable()
export class Announcements {
  private producer: Promise<KafkaProducer> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly shown: LiveReadings,
  ) {}

  /**
   * Announces the readings of one batch, and passes its heartbeats on, in their order, in the partition they came from.
   * @param readings The reading to announce of each arrival of the batch; null if there is none.
   */
  async announce(
    partition: number,
    readings: readonly (Reading | null)[],
    heartbeats: readonly PassingHeartbeat[],
  ): Promise<void> {
    const producer = await (this.producer ??= this.kafka.producer());
    for (const messages of announcedMessages(partition, readings, heartbeats)) {
      await producer.send(TOPICS.readings, messages);
    }
    this.shown.show(readings.filter((reading) => reading !== null));
  }
}
