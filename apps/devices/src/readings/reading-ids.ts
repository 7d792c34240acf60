import { Injectable } from '@nestjs/common';
import { NEWEST_TIMESTAMP_MS, OLDEST_TIMESTAMP_MS } from '@telemon/contracts/readings';
import { Fingerprint, markOfSeq, readingId } from '../stored-readings/reading-id.ts';
import type { Arrival } from './arrival.ts';
import { FirstArrivals } from './first-arrivals.repository.ts';
import type { SentReading } from './sent-reading.ts';

/** Whether a device's timestamp is plausible. */
export const isBelievable = (timestamp: number, receivedAt: number): boolean =>
  timestamp >= receivedAt - OLDEST_TIMESTAMP_MS && timestamp <= receivedAt + NEWEST_TIMESTAMP_MS;

/** Distinguishes readings of the same time: the sequence number, else a fingerprint of the values. */
const markOf = (sent: SentReading): number => {
  if (sent.seq !== null) return markOfSeq(sent.seq);
  const fingerprint = new Fingerprint();
  for (const values of [sent.current, sent.minimum, sent.maximum, sent.average]) {
    for (const value of values) fingerprint.addNumber(value ?? Number.NaN);
  }
  for (const value of [sent.battery, sent.rssi, sent.rain]) fingerprint.addNumber(value ?? Number.NaN);
  return fingerprint.mark();
};

const markOfArrival = ({ arrivalId, index }: Pick<Arrival, 'arrivalId' | 'index'>): number => {
  const fingerprint = new Fingerprint();
  fingerprint.addText(arrivalId);
  fingerprint.addNumber(index);
  return fingerprint.mark();
};

/**
 * Gives each reading its time and its id, so that a repeated reading gets the same ones. If the device's timestamp isn't
 * plausible, the time is that of the first arrival, which is stored for the purpose.
 */
@Injectable()
export class ReadingIds {
  constructor(private readonly firstArrivals: FirstArrivals) {}

  async give(arrivals: readonly Arrival[]): Promise<void> {
    const toRemember: Arrival[] = [];
    const toRecall: Arrival[] = [];
    for (const arrival of arrivals) {
      const { sent, receivedAt, latest } = arrival;
      const { timestamp, seq } = sent;
      if (timestamp !== null && isBelievable(timestamp, receivedAt)) {
        arrival.timestamp = timestamp;
        // The device's clock was ahead: this reading may have come before, when its timestamp wasn't plausible yet.
        if (timestamp <= latest.aheadUntil) toRecall.push(arrival);
        else identify(arrival, markOf(sent));
      } else if (timestamp === null && seq === null) {
        arrival.timestamp = receivedAt;
        identify(arrival, markOfArrival(arrival));
      } else {
        arrival.clockReplaced = timestamp !== null;
        if (timestamp !== null && timestamp > receivedAt && timestamp > latest.aheadUntil)
          latest.aheadUntil = timestamp;
        toRemember.push(arrival);
      }
    }
    if (toRemember.length > 0) await this.remember(toRemember);
    if (toRecall.length > 0) await this.recall(toRecall);
  }

  /**
   * The ids that the readings of a message have, without storing anything. A first arrival that came later than the message belongs
   * to another reading.
   */
  async idsOf(
    { key, receivedAt, arrivalId }: { key: number; receivedAt: number; arrivalId: string },
    readings: readonly SentReading[],
  ): Promise<Buffer[]> {
    const cases = readings.map((sent) => ({
      key,
      timestamp: sent.timestamp,
      mark: markOf(sent),
      receivedAt,
      steadyAt: null,
    }));
    const firsts = await this.firstArrivals.recall(cases);
    return readings.map(({ timestamp, seq }, index) => {
      if (timestamp === null && seq === null)
        return readingId(key, receivedAt, markOfArrival({ arrivalId, index }));
      const first = firsts[index] ?? null;
      const own = timestamp !== null && isBelievable(timestamp, receivedAt) ? timestamp : receivedAt;
      return readingId(key, first !== null && first <= receivedAt ? first : own, cases[index]!.mark);
    });
  }

  private async remember(arrivals: Arrival[]): Promise<void> {
    const cases = arrivals.map(caseOf);
    const times = await this.firstArrivals.remember(cases);
    for (const [index, arrival] of arrivals.entries()) {
      arrival.timestamp = times[index]!;
      identify(arrival, cases[index]!.mark);
    }
  }

  private async recall(arrivals: Arrival[]): Promise<void> {
    const cases = arrivals.map(caseOf);
    const times = await this.firstArrivals.recall(cases);
    for (const [index, arrival] of arrivals.entries()) {
      const time = times[index];
      if (time !== null && time !== undefined) {
        arrival.timestamp = time;
        arrival.clockReplaced = true;
      }
      identify(arrival, cases[index]!.mark);
    }
  }
}

const identify = (arrival: Arrival, mark: number): void => {
  arrival.id = readingId(arrival.device.key, arrival.timestamp, mark);
};

const caseOf = ({ device, sent, receivedAt, steadyAt }: Arrival) => ({
  key: device.key,
  timestamp: sent.timestamp,
  mark: markOf(sent),
  receivedAt,
  steadyAt,
});
