import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka, type KafkaProducer } from '@telemon/platform/kafka/kafka';
import { LiveReadings } from './live-readings.ts';

/** Readings that always fit into one Kafka record. */
const READINGS_IN_A_RECORD = 1_200;

/** Announces stored readings: to alerting through Kafka, to open pages through NATS. */
@Injectable()
export class Announcements {
  private producer: Promise<KafkaProducer> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly shown: LiveReadings,
  ) {}

  /** Announces the readings of one batch, in their order, in the partition they came from. */
  async announce(partition: number, readings: readonly Reading[]): Promise<void> {
    const producer = await (this.producer ??= this.kafka.producer());
    for (let from = 0; from < readings.length; from += READINGS_IN_A_RECORD) {
      const value = JSON.stringify(readings.slice(from, from + READINGS_IN_A_RECORD));
      await producer.send(TOPICS.readings, [{ partition, value }]);
    }
    this.shown.show(readings);
  }
}
