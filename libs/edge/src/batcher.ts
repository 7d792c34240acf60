import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { isTooLarge } from '@telemon/platform/kafka/kafka-errors';
import { logger } from '@telemon/platform/logging';
import { setTimeout as delay } from 'node:timers/promises';

/** `stored`: Kafka has the message. `refused`: Kafka will never take it. */
export type WriteOutcome = 'stored' | 'refused';

/** A message for a batch. */
export interface Batchable {
  readonly value: Buffer;
  /** Called once; while Kafka is away, not before it is back. */
  settle(outcome: WriteOutcome): void;
}

/** The number and size of messages at which the buffer is full. */
export interface BufferSize {
  readonly messages: number;
  readonly bytes: number;
}

/** A full buffer has room again once no more than this share of it is used. */
const ROOM_AGAIN = 0.75;
/** How long the first message of a batch waits for others, ms. */
const LINGER_MS = 5;
const LARGEST_BATCH = 2_000;
/** Size of a message's key, headers and framing. */
const OVERHEAD_BYTES = 200;
/** Pause after Kafka didn't take a batch, ms. */
const PAUSE_MS = 500;

const bytesOf = ({ value }: Batchable) => value.length + OVERHEAD_BYTES;

/**
 * Sends messages in their order, in batches. One batch is under way at a time, so that the next one grows meanwhile. A batch is
 * sent until Kafka takes it. A batch that is too large is cut in two; a single message that is too large is refused, so that it
 * doesn't hold up the messages behind it.
 */
export class Batcher<Message extends Batchable> {
  private waiting: Message[] = [];
  private underWay: Message[] = [];
  private bytes = 0;
  private writing: Promise<void> | undefined;
  private isFull = false;
  private isHurried = false;

  /**
   * @param send Resolves once Kafka has all of the messages.
   * @param onRoom Called when a full buffer has room again.
   */
  constructor(
    private readonly send: (messages: Message[]) => Promise<void>,
    private readonly onRoom: () => void,
    private readonly size: BufferSize,
  ) {}

  /** How many messages wait, those under way included. */
  get depth(): number {
    return this.waiting.length + this.underWay.length;
  }

  /** The first message that Kafka doesn't have yet. */
  get oldest(): Message | undefined {
    return this.underWay[0] ?? this.waiting[0];
  }

  get depthBytes(): number {
    return this.bytes;
  }

  /** False while the buffer is full; a message that is added all the same is sent, too. */
  get hasRoom(): boolean {
    return !this.isFull;
  }

  add(message: Message): void {
    this.waiting.push(message);
    this.bytes += bytesOf(message);
    this.isFull ||= this.depth >= this.size.messages || this.bytes >= this.size.bytes;
    this.writing ??= this.write();
  }

  /** Waits until Kafka has all messages, no longer than `withinMs`. Returns how many it doesn't have. */
  async flush(withinMs: number): Promise<number> {
    this.isHurried = true;
    await Promise.race([this.writing, delay(withinMs, undefined, { ref: false })]);
    return this.depth;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < LARGEST_BATCH && !this.isHurried) await delay(LINGER_MS);
      const batch = this.nextBatch();
      this.underWay = batch;
      await this.writeBatch(batch);
    }
    this.writing = undefined;
  }

  private nextBatch(): Message[] {
    let count = 0;
    let bytes = 0;
    for (const message of this.waiting) {
      bytes += bytesOf(message);
      if (count === LARGEST_BATCH || (count > 0 && bytes > LARGEST_BATCH_BYTES)) break;
      count++;
    }
    if (count < this.waiting.length) return this.waiting.splice(0, count);
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  private async writeBatch(batch: Message[]): Promise<void> {
    for (;;) {
      try {
        await this.send(batch);
        break;
      } catch (error) {
        const reason = (error as Error).message;
        if (!isTooLarge(error)) {
          logger.warn({ messages: batch.length, reason }, 'batch not stored, retrying');
          await delay(PAUSE_MS);
        } else if (batch.length === 1) {
          logger.error({ bytes: batch[0]!.value.length, reason }, 'message refused because it is too large');
          return this.settle(batch, 'refused');
        } else {
          const half = batch.length >> 1;
          await this.writeBatch(batch.slice(0, half));
          return this.writeBatch(batch.slice(half));
        }
      }
    }
    this.settle(batch, 'stored');
  }

  private settle(batch: Message[], outcome: WriteOutcome): void {
    this.underWay = this.underWay.slice(batch.length);
    for (const message of batch) {
      this.bytes -= bytesOf(message);
      message.settle(outcome);
    }
    if (!this.isFull) return;
    const { messages, bytes } = this.size;
    if (this.depth > messages * ROOM_AGAIN || this.bytes > bytes * ROOM_AGAIN) return;
    this.isFull = false;
    this.onRoom();
  }
}
