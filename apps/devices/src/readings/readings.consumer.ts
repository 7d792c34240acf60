import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { Batch } from '@telemon/platform/kafka/kafka-consumer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { setTimeout as delay } from 'node:timers/promises';
import { LatestService } from '../latest/latest.service.ts';
import { Days } from '../latest/days.ts';
import { Announcements } from './announcements.ts';
import type { Arrival } from './arrival.ts';
import { DeadLetters } from './dead-letters.ts';
import { Identity } from './identity.ts';
import { Intake } from './intake.ts';
import { Known } from './known.ts';
import {
  batchReadings,
  messagesBehind,
  readingsRepeated,
  readingsStored,
  storedAfter,
} from './readings.metrics.ts';
import { ReadingsRepository } from './readings.repository.ts';
import { type StoredDocument, toDocument } from './stored-reading.ts';
import { treat, treatAgain } from './treatment/treat.ts';

/** A batch takes at least this long, so that at low rates several readings share its cost, ms. */
const SHORTEST_BATCH_MS = 8;
/** How often the latest values are written, ms. */
const SETTLE_INTERVAL_MS = 1_000;
const SAMPLES_PER_BATCH = 8;

/**
 * The way of a reading: a Kafka batch in, one insert, a batch out to `telemetry.readings`. Any step may fail or be
 * cut off: the batch comes again, and what was done of it meets itself.
 */
@Injectable()
export class ReadingsConsumer {
  constructor(
    private readonly kafka: Kafka,
    private readonly intake: Intake,
    private readonly latest: LatestService,
    private readonly days: Days,
    private readonly identity: Identity,
    private readonly known: Known,
    private readonly repository: ReadingsRepository,
    private readonly announcements: Announcements,
    private readonly deadLetters: DeadLetters,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      topic: TOPICS.raw,
      group: 'telemon-devices-readings',
      handle: (batch) => this.handle(batch),
      settle: () => this.latest.save(),
      commitIntervalMs: SETTLE_INTERVAL_MS,
      // Another process may have moved the states on in the meantime.
      onAssigned: () => this.latest.forget(),
    });
  }

  /** Stores and announces what a batch holds. */
  async handle({ partition, messages, behind }: Batch): Promise<void> {
    const begun = performance.now();
    const { arrivals, refused } = await this.intake.read(messages);
    await this.prepare(partition, arrivals);
    const known = await this.known.among(arrivals);
    const { documents, readings } = this.treat(partition, arrivals, known);
    const met = documents.length === 0 ? 0 : await this.repository.store(documents);
    await Promise.all([this.announcements.announce(partition, readings), this.deadLetters.send(refused)]);
    measure({ arrivals, stored: documents.length - met, partition, behind });
    const left = SHORTEST_BATCH_MS - (performance.now() - begun);
    if (left > 0) await delay(left);
  }

  /** Gives each reading its device's state and its identity. */
  private async prepare(partition: number, arrivals: readonly Arrival[]): Promise<void> {
    await this.latest.hold(arrivals.map(({ device }) => device.key));
    for (const arrival of arrivals) {
      arrival.latest = this.latest.of(arrival.device.key);
      arrival.isFolded = arrival.latest.hasFolded(partition, arrival.offset, arrival.receivedAt);
    }
    await this.identity.give(arrivals);
  }

  /** Moves the latest values on. Answers with what is to be stored and what is to be told. */
  private treat(
    partition: number,
    arrivals: readonly Arrival[],
    known: Awaited<ReturnType<Known['among']>>,
  ): { documents: StoredDocument[]; readings: Reading[] } {
    const documents: StoredDocument[] = [];
    const readings: Reading[] = [];
    for (const arrival of arrivals) {
      const { latest, offset } = arrival;
      const stored = known.storedOf(arrival);
      if (stored) readings.push(treatAgain(arrival, stored));
      else if (!known.cameBefore(arrival)) {
        if (!arrival.isFolded) latest.fold(arrival.sent, arrival, this.days);
        documents.push(toDocument(arrival));
        readings.push(treat(arrival));
      }
      if (!arrival.isFolded) {
        latest.partition = partition;
        latest.offset = offset;
        this.latest.hasChanged(latest);
      }
    }
    return { documents, readings };
  }
}

const measure = ({
  arrivals,
  stored,
  partition,
  behind = 0,
}: {
  arrivals: readonly Arrival[];
  stored: number;
  partition: number;
  behind: number | undefined;
}): void => {
  messagesBehind.set({ partition }, behind);
  batchReadings.observe(arrivals.length);
  readingsStored.inc(stored);
  readingsRepeated.inc(arrivals.length - stored);
  const now = Date.now();
  const step = Math.max(1, Math.floor(arrivals.length / SAMPLES_PER_BATCH));
  for (let index = 0; index < arrivals.length; index += step) {
    storedAfter.observe((now - arrivals[index]!.receivedAt) / 1_000);
  }
};
