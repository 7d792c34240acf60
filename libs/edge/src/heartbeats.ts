import { HEARTBEAT_EVERY_MS, type HeartbeatHeaders } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { reasonOf } from '@telemon/platform/errors';
import type { EveryPartition } from '@telemon/platform/kafka/every-partition';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { logger } from '@telemon/platform/logging';
import type { FactoryProvider } from '@nestjs/common';
import { KafkaTelemetry } from './kafka-telemetry.ts';

/**
 * Writes the heartbeats of an endpoint while it is open, over a connection of their own, so that they never delay a reading. One
 * that Kafka doesn't take is dropped.
 */
export class Heartbeats {
  private timer: NodeJS.Timeout | undefined;
  private isUnderWay = false;

  constructor(
    private readonly source: HeartbeatHeaders['heartbeat'],
    private readonly partitions: Pick<EveryPartition, 'send'>,
    private readonly telemetry: Pick<KafkaTelemetry, 'waitingSince'>,
  ) {}

  /** Provides the heartbeats of an endpoint that has one writer of readings. */
  static provider(source: HeartbeatHeaders['heartbeat']): FactoryProvider<Heartbeats> {
    return {
      provide: Heartbeats,
      inject: [Kafka, KafkaTelemetry],
      useFactory: (kafka: Kafka, telemetry: KafkaTelemetry) =>
        new Heartbeats(source, kafka.everyPartitionOf(TOPICS.raw), telemetry),
    };
  }

  /** Writes the first one at once: devices can reach the endpoint from now on. */
  start(): void {
    this.timer = setInterval(() => void this.write(), HEARTBEAT_EVERY_MS);
    void this.write();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async write(): Promise<void> {
    // Kafka has not answered the last one.
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    // Kafka has every reading that was accepted before this time.
    const receivedAt = Math.min(Date.now(), this.telemetry.waitingSince ?? Number.POSITIVE_INFINITY);
    const headers: HeartbeatHeaders = { heartbeat: this.source, receivedAt: String(receivedAt) };
    try {
      await this.partitions.send({ value: null, headers: { ...headers } });
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'heartbeat dropped');
    } finally {
      this.isUnderWay = false;
    }
  }
}
