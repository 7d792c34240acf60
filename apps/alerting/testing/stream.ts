import { HEARTBEAT_EVERY_MS, type Reading, type Source } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import type { AlertDocument } from '../src/alerts/alerts.repository.ts';
import type { Heard, ReadingsMessage } from '../src/evaluation/decode.ts';
import { firstState } from '../src/rules/rule-document.ts';

/** The messages of a partition, as endpoints write them: time passes by heartbeats. */
export class Stream {
  readonly messages: Heard[] = [];
  /** The kinds of endpoint that are open. */
  open: readonly Source[] = ['mqtt'];
  private taken = 0;

  constructor(
    /** The present time of the endpoints' clock, epoch milliseconds. */
    public now: number,
  ) {
    this.beat();
  }

  /** Devices can reach Telemon for a while. */
  pass(ms: number): this {
    for (const end = this.now + ms; this.now < end;) {
      this.now = Math.min(end, this.now + HEARTBEAT_EVERY_MS);
      this.beat();
    }
    return this;
  }

  /** From now on only these kinds of endpoint are open. */
  openOnly(...sources: Source[]): this {
    this.open = sources;
    return this;
  }

  /** No device can reach Telemon for a while, or the clock is set. */
  leap(ms: number): this {
    this.now += ms;
    this.beat();
    return this;
  }

  /** A device sends a reading. */
  read(changes: Partial<Reading> = {}): this {
    return this.repeat([aReading({ receivedAt: this.now, source: 'mqtt', ...changes })]);
  }

  /** Readings come, as they are. */
  repeat(readings: Reading[]): this {
    const offset = this.messages.length;
    this.messages.push({ offset, readings, heartbeatAt: null, isFresh: false, sources: [] });
    return this;
  }

  /** The last messages are announced again. */
  announceAgain(count: number): this {
    for (const message of this.messages.slice(-count))
      this.messages.push({ ...message, offset: this.messages.length, isFresh: false });
    return this;
  }

  /** The messages since the last call. */
  next(): Heard[] {
    const from = this.taken;
    this.taken = this.messages.length;
    return this.messages.slice(from);
  }

  private beat(): void {
    for (const source of this.open) {
      const offset = this.messages.length;
      this.messages.push({ offset, readings: [], heartbeatAt: this.now, isFresh: true, sources: [source] });
    }
  }
}

/** Messages as Kafka delivers them. */
export const asMessages = (heard: Heard[]): ReadingsMessage[] =>
  heard.map(({ offset, readings, heartbeatAt, sources }) =>
    heartbeatAt === null
      ? { offset: String(offset), value: Buffer.from(JSON.stringify(readings)) }
      : {
          offset: String(offset),
          value: null,
          timestamp: String(heartbeatAt),
          headers: {
            heartbeat: Buffer.from(sources.join(' ')),
            receivedAt: Buffer.from(String(heartbeatAt)),
          },
        },
  );

/** An alert that fires where the temperature was not 8 or more for an hour. */
export const aPeriodic = (createdAt: number, changes: Partial<AlertDocument> = {}): AlertDocument => ({
  _id: 'periodic',
  deviceName: 'pump01',
  deviceVersion: 1,
  sensorId: 1,
  sensorName: 'Temperature',
  valueType: 'Current',
  alertType: 'Periodic',
  values: [8],
  timePeriod: 1,
  contact: null,
  email: null,
  message: 'too cold',
  createdBy: 'm1',
  createdAt: new Date(createdAt),
  state: firstState(new Date(createdAt)),
  ...changes,
});

/** An alert that fires where the temperature is above 8. */
export const anAbove = (createdAt: number, changes: Partial<AlertDocument> = {}): AlertDocument => ({
  ...aPeriodic(createdAt),
  _id: 'above',
  alertType: 'Above',
  timePeriod: null,
  message: 'too warm',
  ...changes,
});
