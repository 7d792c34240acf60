import type { RawHeaders } from '@telemon/contracts/readings';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { logger } from '@telemon/platform/logging';
import { setTimeout as delay } from 'node:timers/promises';

/** A message of `telemetry.raw`. */
export interface RawMessage {
  key: string;
  value: Buffer;
  headers: RawHeaders & Record<string, string>;
}

/** What waits for Kafka at most; what comes beyond is refused. */
export interface BufferSize {
  datagrams: number;
  bytes: number;
}
export const BUFFER_SIZE: BufferSize = { datagrams: 100_000, bytes: 32 * 1024 * 1024 };

/** How long the first message of a batch waits for others, ms. */
const LINGER_MS = 5;
const LARGEST_BATCH = 2_000;
/** What a message takes beside its payload: key, headers, framing. */
const OVERHEAD_BYTES = 200;
/** Pause after a batch that Kafka refused, ms. */
const PAUSE_MS = 500;
/** How long a stop waits for Kafka to take what is left, ms. */
const STOP_WITHIN_MS = 2_500;

const bytesOf = ({ value }: RawMessage) => value.length + OVERHEAD_BYTES;

/**
 * Hands messages to Kafka in the order in which they came: batches, one under way at a time, so that the next grows
 * meanwhile. Bounded: where Kafka takes less than comes in, `add` says no.
 */
export class RawWriter {
  private waiting: RawMessage[] = [];
  private waitingBytes = 0;
  private underWay: RawMessage[] = [];
  private writing: Promise<void> | undefined;
  private stopping = false;
  /** Messages that Kafka has. */
  stored = 0;

  constructor(
    private readonly send: (messages: RawMessage[]) => Promise<void>,
    private readonly size: BufferSize = BUFFER_SIZE,
  ) {}

  /** How many wait for Kafka, those under way included. */
  get depth(): number {
    return this.waiting.length + this.underWay.length;
  }

  /** Takes a message, unless there is no room for it. */
  add(message: RawMessage): boolean {
    const bytes = bytesOf(message);
    if (this.stopping || this.depth >= this.size.datagrams || this.waitingBytes + bytes > this.size.bytes)
      return false;
    this.waiting.push(message);
    this.waitingBytes += bytes;
    this.writing ??= this.write();
    return true;
  }

  /** Waits a little for Kafka to take what is left, and answers with how many it did not take. */
  async stop(): Promise<number> {
    this.stopping = true;
    await Promise.race([this.writing, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
    return this.depth;
  }

  private async write(): Promise<void> {
    await delay(LINGER_MS);
    while (this.waiting.length > 0) {
      this.underWay = this.nextBatch();
      await this.sendUntilTaken(this.underWay);
      this.stored += this.underWay.length;
      this.underWay = [];
      if (this.waiting.length < LARGEST_BATCH && !this.stopping) await delay(LINGER_MS);
    }
    this.writing = undefined;
  }

  private nextBatch(): RawMessage[] {
    let count = 0;
    let bytes = 0;
    for (const message of this.waiting) {
      if (count === LARGEST_BATCH || (count > 0 && bytes + bytesOf(message) > LARGEST_BATCH_BYTES)) break;
      bytes += bytesOf(message);
      count++;
    }
    this.waitingBytes -= bytes;
    return this.waiting.splice(0, count);
  }

  private async sendUntilTaken(messages: RawMessage[]): Promise<void> {
    for (;;) {
      try {
        return await this.send(messages);
      } catch (error) {
        logger.warn({ messages: messages.length, reason: (error as Error).message }, 'kafka refused a batch');
        await delay(PAUSE_MS);
      }
    }
  }
}
