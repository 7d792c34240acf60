import { Injectable } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';

/**
 * Which partition a device's readings come in, before the first has come: its name is the key in `telemetry.raw`, and the devices
 * service announces them in the same partition of `telemetry.readings`, which has as many. The process that reads a partition is the
 * one that watches its devices.
 */
@Injectable()
export class Partitions {
  private choose: (deviceName: string) => number = () => 0;

  constructor(private readonly kafka: Kafka) {}

  /** Has to be called before any reading is compared. */
  async learn(): Promise<void> {
    this.choose = await this.kafka.partitionerOf(TOPICS.readings);
  }

  of(deviceName: string): number {
    return this.choose(deviceName);
  }
}
