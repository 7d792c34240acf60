import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { Days } from '../latest/days.ts';
import { Latest } from '../latest/latest.ts';
import { LatestService } from '../latest/latest.service.ts';
import { announcedReading } from './announced-reading.ts';
import type { Arrival } from './arrival.ts';
import { ReadingsRepository } from './readings.repository.ts';

/**
 * Moves the latest values on by the readings of a batch that is stored, each once, and answers with the readings to
 * announce.
 *
 * A reading that was stored before is usually a device's repetition, which changes nothing. But it may also be one that
 * a process stored and then was killed: then it is neither in the latest values nor announced. A state that was made
 * here and never lost is sure to hold everything stored; of another, what can't be told is counted anew.
 */
@Injectable()
export class Folding {
  constructor(
    private readonly repository: ReadingsRepository,
    private readonly latest: LatestService,
    private readonly days: Days,
  ) {}

  /** `repeated` are those that were stored before this batch, or came earlier in it. */
  async fold(
    partition: number,
    arrivals: readonly Arrival[],
    repeated: ReadonlySet<Arrival>,
  ): Promise<Reading[]> {
    const doubtful = doubtfulAmong(arrivals, repeated);
    for (const latest of doubtful) await this.countAnew(latest);
    const readings: Reading[] = [];
    const unsure = new Map<Reading, Arrival>();
    for (const arrival of arrivals) {
      const { latest } = arrival;
      const isNew = !repeated.has(arrival);
      const isLost = !isNew && !arrival.isFolded && !latest.isSure && arrival.timestamp > latest.newest;
      const isCounted = doubtful.has(latest);
      if ((isNew || isLost) && !isCounted) latest.fold(arrival.values, arrival, this.days);
      if (isNew || !arrival.isFolded) this.remember(partition, arrival);
      if (!isNew && !isLost && !arrival.isFolded && !isCounted) continue;
      const reading = announcedReading(arrival);
      readings.push(reading);
      if (!isNew && !isLost) unsure.set(reading, arrival);
    }
    return unsure.size === 0 ? readings : this.withoutRepetitions(readings, unsure);
  }

  private remember(partition: number, { latest, offset }: Arrival): void {
    latest.partition = partition;
    latest.offset = offset;
    this.latest.hasChanged(latest);
  }

  /** Counts anew what is stored of the newest day and the one before. */
  private async countAnew(latest: Latest): Promise<void> {
    const counted = new Latest(latest.key);
    const [newest] = await this.repository.newest(latest.key);
    if (newest) {
      const { start } = this.days.of(this.days.of(newest.timestamp).start - 1);
      await this.repository.visit(latest.key, { from: start, to: newest.timestamp }, (reading) =>
        counted.fold(reading, reading, this.days),
      );
    }
    latest.catchUpWith(counted);
  }

  /** Leaves out those whose stored reading came with another message: that one was, or will be, announced. */
  private async withoutRepetitions(
    readings: Reading[],
    unsure: ReadonlyMap<Reading, Arrival>,
  ): Promise<Reading[]> {
    const arrivals = [...unsure.values()];
    const receivedAt = await this.repository.receivedAt(arrivals.map(({ id }) => id));
    const repetitions = new Set(
      arrivals.filter((arrival, index) => receivedAt[index] !== arrival.receivedAt),
    );
    return readings.filter((reading) => {
      const arrival = unsure.get(reading);
      return !arrival || !repetitions.has(arrival);
    });
  }
}

/** States of which it can't be told whether they hold a repeated reading that is not newer than all they hold. */
const doubtfulAmong = (arrivals: readonly Arrival[], repeated: ReadonlySet<Arrival>): Set<Latest> => {
  const doubtful = new Set<Latest>();
  if (repeated.size === 0) return doubtful;
  const newest = new Map<Latest, number>();
  const seen = new Set<string>();
  for (const arrival of arrivals) {
    const { latest, timestamp, isFolded } = arrival;
    if (latest.isSure || isFolded) continue;
    const id = arrival.id.toString('latin1');
    const known = newest.get(latest) ?? latest.newest;
    if (timestamp > known) newest.set(latest, timestamp);
    else if (repeated.has(arrival) && !seen.has(id)) doubtful.add(latest);
    seen.add(id);
  }
  return doubtful;
};
