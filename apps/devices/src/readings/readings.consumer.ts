import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { MessageBatch, Rest } from '@telemon/platform/kafka/consumption';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { PastReadings } from '../history/past-readings.ts';
import { LatestService } from '../latest/latest.service.ts';
import { CalibrationTables } from '../sensor-types/calibration-tables.ts';
import { ReadingsRepository } from '../stored-readings/readings.repository.ts';
import { toDocument } from '../stored-readings/stored-reading.ts';
import { Announcements } from './announcements.ts';
import type { Arrival } from './arrival.ts';
import { DeadLetters } from './dead-letters.ts';
import { Folding } from './folding.ts';
import { ReadingIds } from './reading-ids.ts';
import { Intake } from './intake.ts';
import { keepUntilRead } from './kept-until-read.ts';
import {
  batchReadings,
  messagesBehind,
  readingsRepeated,
  readingsStored,
  storedAfter,
} from './readings.metrics.ts';
import { treat } from './treatment/treat.ts';

const READ_BY = { topic: TOPICS.raw, group: 'telemon-devices-readings' } as const;
/** So that at low rates several readings share a batch's cost, ms. */
const SHORTEST_BATCH_MS = 8;
/** How often the latest values are written, ms. */
const SETTLE_INTERVAL_MS = 2_000;
const SAMPLES_PER_BATCH = 8;

/**
 * Takes readings in: a Kafka batch in, one insert, a batch out to `telemetry.readings` beside the next one's insert. If a step fails
 * or is cut off, Kafka delivers the batch again, and nothing is stored or counted twice.
 */
@Injectable()
export class ReadingsConsumer {
  constructor(
    private readonly kafka: Kafka,
    private readonly intake: Intake,
    private readonly latest: LatestService,
    private readonly tables: CalibrationTables,
    private readonly readingIds: ReadingIds,
    private readonly folding: Folding,
    private readonly repository: ReadingsRepository,
    private readonly past: PastReadings,
    private readonly announcements: Announcements,
    private readonly deadLetters: DeadLetters,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    keepUntilRead(kafka, lifecycle, READ_BY);
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      ...READ_BY,
      handle: (batch) => this.handle(batch),
      shortestBatchMs: SHORTEST_BATCH_MS,
      settle: () => this.latest.save(),
      commitIntervalMs: SETTLE_INTERVAL_MS,
      // Another process may have changed the states in the meantime.
      onAssigned: () => this.latest.forget(),
    });
  }

  /** Stores the readings of a batch. @returns The rest of the work: announcing them, with its heartbeats between them. */
  async handle({ partition, messages, behind }: MessageBatch): Promise<Rest> {
    const { arrivals, refused, heartbeats } = await this.intake.read(messages);
    await this.prepare(partition, arrivals);
    const { repeated, readings } = await this.store(partition, arrivals);
    measure({ arrivals, repeated: repeated.size, partition, behind });
    return async () => {
      await Promise.all([
        this.announcements.announce(partition, readings, heartbeats),
        this.deadLetters.send(refused),
      ]);
    };
  }

  /** Gives each reading its device's state, its treated values and its id. */
  private async prepare(partition: number, arrivals: readonly Arrival[]): Promise<void> {
    const [tables] = await Promise.all([
      this.tables.of(sensorTypesOf(arrivals)),
      this.latest.hold(arrivals.map(({ device }) => device.key)),
    ]);
    for (const arrival of arrivals) {
      arrival.values = treat(arrival.sent, arrival.device.treatment, tables);
      arrival.latest = this.latest.of(arrival.device.key);
      arrival.wasFolded = arrival.latest.hasFolded(partition, arrival.offset, arrival.receivedAt);
    }
    await this.readingIds.give(arrivals);
  }

  /** Stores new readings, and folds them into the latest values. Of each arrival it returns the reading to announce, if any. */
  private async store(
    partition: number,
    arrivals: readonly Arrival[],
  ): Promise<{ repeated: Set<Arrival>; readings: (Reading | null)[] }> {
    try {
      const places = await this.repository.store(arrivals.map(toDocument));
      // Also of those that are stored already: an earlier attempt may have been cut off between its insert and the removal.
      const copies = new Set(await this.past.removeCopies(arrivals.map(({ id }) => id)));
      const repeated = new Set(places.map((place) => arrivals[place]!));
      for (const arrival of arrivals) if (copies.has(arrival.id)) repeated.add(arrival);
      return { repeated, readings: await this.folding.fold(partition, arrivals, repeated) };
    } catch (error) {
      // Some may be stored, and will look like repetitions when Kafka delivers the batch again.
      for (const { latest } of arrivals) latest.holdsAllStored = false;
      throw error;
    }
  }
}

const sensorTypesOf = (arrivals: readonly Arrival[]): Set<string> => {
  const ids = new Set<string>();
  for (const { device } of arrivals)
    for (const id of device.treatment.sensorIds) if (id !== null) ids.add(id);
  return ids;
};

const measure = ({
  arrivals,
  repeated,
  partition,
  behind = 0,
}: {
  arrivals: readonly Arrival[];
  repeated: number;
  partition: number;
  behind: number | undefined;
}): void => {
  messagesBehind.set({ partition }, behind);
  if (arrivals.length === 0) return;
  batchReadings.observe(arrivals.length);
  readingsStored.inc(arrivals.length - repeated);
  readingsRepeated.inc(repeated);
  const now = Date.now();
  const step = Math.max(1, Math.floor(arrivals.length / SAMPLES_PER_BATCH));
  for (let index = 0; index < arrivals.length; index += step) {
    storedAfter.observe((now - arrivals[index]!.receivedAt) / 1_000);
  }
};
