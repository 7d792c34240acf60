import { Injectable } from '@nestjs/common';
import type { RawHeaders } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka, type KafkaProducer } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Gauge, Histogram } from '@telemon/platform/metrics';
import { randomBytes } from 'node:crypto';
import type { Arrival, Intake, Outcome } from '../endpoint/collaborators.ts';
import { BatchWriter, type Writable } from './batch-writer.ts';

/** A message of `telemetry.raw`. It is the same one however often it is sent. */
class RawMessage implements Writable {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: RawHeaders & Record<string, string>;

  constructor(
    readonly arrival: Arrival,
    arrivalId: string,
  ) {
    this.key = arrival.deviceName;
    this.value = arrival.payload;
    const { deviceKey, receivedAt } = arrival;
    this.headers = {
      arrivalId,
      deviceKey: String(deviceKey),
      receivedAt: String(receivedAt),
      source: 'mqtt',
    };
  }

  settle(outcome: Outcome): void {
    this.arrival.settle(outcome);
  }
}

/** Devices' messages on their way into `telemetry.raw`, as they came. */
@Injectable()
export class KafkaIntake implements Intake {
  private readonly writer: BatchWriter<RawMessage>;
  private readonly roomListeners: (() => void)[] = [];
  /** Makes arrival ids of this process differ from those of all others. */
  private readonly idPrefix = randomBytes(9).toString('base64url');
  private arrived = 0;
  private producer: KafkaProducer | undefined;
  private readonly seconds: Histogram;

  constructor(kafka: Kafka, lifecycle: Lifecycle) {
    this.writer = new BatchWriter(
      (messages) => this.store(messages),
      () => this.roomListeners.forEach((listener) => listener()),
    );
    lifecycle.onStart(async () => {
      // One request at a time keeps each device's messages in order.
      this.producer = await kafka.producer({ maxInFlightRequests: 1 });
    });
    this.seconds = new Histogram({
      name: 'telemon_mqtt_intake_seconds',
      help: 'From the arrival of the oldest message of a batch until Kafka has it',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30],
    });
    this.measure();
  }

  get hasRoom(): boolean {
    return this.writer.hasRoom;
  }

  accept(arrival: Arrival): void {
    this.writer.add(new RawMessage(arrival, `${this.idPrefix}-${(this.arrived++).toString(36)}`));
  }

  onRoom(listener: () => void): void {
    this.roomListeners.push(listener);
  }

  /** Waits for Kafka to have what was accepted, and answers with how many it has not. */
  flush(withinMs: number): Promise<number> {
    return this.writer.flush(withinMs);
  }

  private async store(messages: RawMessage[]): Promise<void> {
    await this.producer!.send(TOPICS.raw, messages);
    this.seconds.observe((Date.now() - messages[0]!.arrival.receivedAt) / 1_000);
  }

  private measure(): void {
    const { writer } = this;
    new Gauge({
      name: 'telemon_mqtt_intake_messages',
      help: 'Messages that wait for Kafka',
      collect() {
        this.set(writer.depth);
      },
    });
    new Gauge({
      name: 'telemon_mqtt_intake_bytes',
      help: 'What the messages that wait for Kafka take',
      collect() {
        this.set(writer.depthBytes);
      },
    });
  }
}
