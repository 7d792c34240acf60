import { LARGEST_BATCH_BYTES, isTooLarge } from '@telemon/platform/kafka/kafka';
import { logger } from '@telemon/platform/logging';
import { setTimeout as delay } from 'node:timers/promises';

/** Something to be written, of which somebody wants to know how it went. */
export interface Writable {
  readonly value: Buffer;
  settle(outcome: 'stored' | 'refused'): void;
}

/** What may wait at most before there is said to be no room. */
export interface BufferSize {
  readonly messages: number;
  readonly bytes: number;
}
export const BUFFER_SIZE: BufferSize = { messages: 50_000, bytes: 32 * 1024 * 1024 };

/** There is room again once this share of the buffer is in use. */
const ROOM_AGAIN = 0.75;
/** How long the first message of a batch waits for others, ms. */
const LINGER_MS = 5;
const LARGEST_BATCH = 2_000;
/** What a message takes beside its payload: key, headers, framing. */
const OVERHEAD_BYTES = 200;
/** Pause after a batch that was refused, ms. */
const PAUSE_MS = 500;

const bytesOf = ({ value }: Writable) => value.length + OVERHEAD_BYTES;

/**
 * Writes in the order in which it is given, in batches, one under way at a time so that the next grows meanwhile.
 * A batch is tried until it is taken. One that is refused for its size is cut in two; a single message that is too
 * large is refused, so that those behind it aren't held up.
 */
export class BatchWriter<Message extends Writable> {
  private waiting: Message[] = [];
  private bytes = 0;
  private underWay = 0;
  private writing: Promise<void> | undefined;
  private isFull = false;
  private isHurried = false;

  /**
   * @param send resolves once all of them are safe.
   * @param onRoom is called when there is room again after there was none.
   */
  constructor(
    private readonly send: (messages: Message[]) => Promise<void>,
    private readonly onRoom: () => void,
    private readonly size: BufferSize = BUFFER_SIZE,
  ) {}

  /** How many wait, those under way included. */
  get depth(): number {
    return this.waiting.length + this.underWay;
  }

  get depthBytes(): number {
    return this.bytes;
  }

  get hasRoom(): boolean {
    return !this.isFull;
  }

  add(message: Message): void {
    this.waiting.push(message);
    this.bytes += bytesOf(message);
    this.isFull ||= this.depth >= this.size.messages || this.bytes >= this.size.bytes;
    this.writing ??= this.write();
  }

  /** Waits for what is left to be taken, and answers with how many were not. */
  async flush(withinMs: number): Promise<number> {
    this.isHurried = true;
    await Promise.race([this.writing, delay(withinMs, undefined, { ref: false })]);
    return this.depth;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < LARGEST_BATCH && !this.isHurried) await delay(LINGER_MS);
      const batch = this.nextBatch();
      this.underWay = batch.length;
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
        return this.settle(batch, 'stored');
      } catch (error) {
        const reason = (error as Error).message;
        if (!isTooLarge(error)) {
          logger.warn({ messages: batch.length, reason }, 'batch not taken, to be tried again');
          await delay(PAUSE_MS);
        } else if (batch.length === 1) {
          logger.error({ bytes: batch[0]!.value.length, reason }, 'message refused for its size');
          return this.settle(batch, 'refused');
        } else {
          const half = batch.length >> 1;
          await this.writeBatch(batch.slice(0, half));
          return this.writeBatch(batch.slice(half));
        }
      }
    }
  }

  private settle(batch: Message[], outcome: 'stored' | 'refused'): void {
    this.underWay -= batch.length;
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
