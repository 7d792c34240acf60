import { Injectable } from '@nestjs/common';
import type { LiveReading } from '@telemon/contracts/live';
import type { Reading } from '@telemon/contracts/readings';
import { LIVE_SUBJECTS, TOPICS } from '@telemon/contracts/topics';
import { Kafka, type KafkaProducer } from '@telemon/platform/kafka/kafka';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceRegistry } from '../devices/device-registry.ts';

/** So many readings fit a Kafka record whatever they hold. */
const READINGS_IN_A_RECORD = 1_200;
/** An open page is shown a device's readings four times a second at most. */
const LIVE_INTERVAL_MS = 250;
const LIVE_AT_ONCE = 500;

/** Tells of readings that are stored: alerting through Kafka, open pages through NATS. */
@Injectable()
export class Announcements {
  private producer: Promise<KafkaProducer> | undefined;
  private readonly shownAt = new Map<string, number>();

  constructor(
    private readonly kafka: Kafka,
    private readonly live: Live,
    private readonly devices: DeviceRegistry,
  ) {}

  /** Announces the readings of one batch, in their order, in the partition they came from. */
  async announce(partition: number, readings: readonly Reading[]): Promise<void> {
    const producer = await (this.producer ??= this.kafka.producer());
    for (let from = 0; from < readings.length; from += READINGS_IN_A_RECORD) {
      const value = JSON.stringify(readings.slice(from, from + READINGS_IN_A_RECORD));
      await producer.send(TOPICS.readings, [{ partition, value }]);
    }
    if (this.live.isLookedAt) this.show(readings);
    else this.shownAt.clear();
  }

  private show(readings: readonly Reading[]): void {
    const newest = new Map<string, Reading>();
    for (const reading of readings) {
      const known = newest.get(reading.deviceName);
      if (!known || known.timestamp <= reading.timestamp) newest.set(reading.deviceName, reading);
    }
    const now = Date.now();
    const shown: LiveReading[] = [];
    for (const [deviceName, reading] of newest) {
      const device = this.devices.get(deviceName);
      if (!device || now - (this.shownAt.get(deviceName) ?? 0) < LIVE_INTERVAL_MS) continue;
      this.shownAt.set(deviceName, now);
      shown.push({ audience: device.audience, reading });
    }
    for (let from = 0; from < shown.length; from += LIVE_AT_ONCE) {
      this.live.publish(LIVE_SUBJECTS.readings, shown.slice(from, from + LIVE_AT_ONCE));
    }
  }
}
