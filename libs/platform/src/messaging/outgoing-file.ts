import { type NatsConnection, headers } from '@nats-io/transport-node';
import {
  ALIVE_EVERY_MS,
  GO_ON,
  KIND,
  type Kind,
  MOST_UNANSWERED,
  PART_BYTES,
  SILENT_MS,
} from './file-parts.ts';

/** Longer than the receiver waits for a slow reader; whether the receiver is there is asked apart from that. */
const TAKEN_WITHIN_MS = 300_000;

/** The receiver wants no more of a file, or is gone. */
export class ReceiverGone extends Error {
  override name = 'ReceiverGone';
}

/** A file on its way from a service to an inbox. At most a few parts of it are in memory. */
export class OutgoingFile {
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private number = 0;
  private readonly unanswered = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private readonly ended = new Promise<void>((resolve) =>
    this.ending.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  private readonly timer: NodeJS.Timeout;
  private isFlushing = false;

  constructor(
    private readonly nats: NatsConnection,
    private readonly inbox: string,
  ) {
    this.timer = setInterval(() => this.sayAlive(), ALIVE_EVERY_MS);
  }

  /** Aborts when the receiver has gone. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Sends bytes, which must not change afterwards. Waits while the receiver is behind. @throws if the file is no longer wanted */
  async write(bytes: Uint8Array): Promise<void> {
    this.signal.throwIfAborted();
    if (bytes.length === 0) return;
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    while (this.waitingBytes >= PART_BYTES) await this.sendPart(PART_BYTES);
  }

  /** Sends the rest, and waits until all was taken. @throws if the file is no longer wanted */
  async end(): Promise<void> {
    if (this.waitingBytes > 0) await this.sendPart(this.waitingBytes);
    await this.whileUnanswered(MOST_UNANSWERED - 1);
    this.send(`end ${this.number}`, new Uint8Array());
    await this.whileUnanswered(0);
  }

  /** Tells the receiver that the rest will not come. */
  break(reason: Error): void {
    if (!this.signal.aborted && !this.nats.isClosed())
      this.nats.publish(this.inbox, '', { headers: headersOf('broken') });
    this.ending.abort(reason);
  }

  /** Frees the file's resources. */
  close(): void {
    clearInterval(this.timer);
    this.ending.abort(new ReceiverGone());
  }

  private async sendPart(bytes: number): Promise<void> {
    await this.whileUnanswered(MOST_UNANSWERED - 1);
    const all = this.waiting.length === 1 ? this.waiting[0]! : Buffer.concat(this.waiting);
    // Meanwhile the timer may have sent some.
    const part = all.subarray(0, Math.min(bytes, all.length));
    const rest = all.subarray(part.length);
    this.waiting = rest.length > 0 ? [rest] : [];
    this.waitingBytes = rest.length;
    if (part.length > 0) this.send(`part ${this.number++}`, part);
  }

  private send(kind: Kind, bytes: Uint8Array): void {
    const taken = this.ask(kind, bytes, TAKEN_WITHIN_MS).finally(() => this.unanswered.delete(taken));
    this.unanswered.add(taken);
  }

  /** Waits until no more than so many parts wait for an answer. */
  private async whileUnanswered(most: number): Promise<void> {
    while (this.unanswered.size > most) {
      this.signal.throwIfAborted();
      await Promise.race([...this.unanswered, this.ended]);
    }
    this.signal.throwIfAborted();
  }

  /** A part that isn't full goes out with the next sign of life, so that a slow file is seen to grow. */
  private sayAlive(): void {
    void this.ask('alive', new Uint8Array(), SILENT_MS);
    if (this.isFlushing || this.waitingBytes === 0 || this.unanswered.size >= MOST_UNANSWERED) return;
    this.isFlushing = true;
    // A file that is no longer wanted ends where it is written.
    this.sendPart(this.waitingBytes)
      .catch(() => undefined)
      .finally(() => (this.isFlushing = false));
  }

  private async ask(kind: Kind, bytes: Uint8Array, timeout: number): Promise<void> {
    try {
      const answer = await this.nats.request(this.inbox, bytes, { timeout, headers: headersOf(kind) });
      if (answer.string() !== GO_ON) this.ending.abort(new ReceiverGone('The receiver wants no more'));
    } catch (error) {
      this.ending.abort(new ReceiverGone('The receiver is gone', { cause: error }));
    }
  }
}

const headersOf = (kind: Kind) => {
  const told = headers();
  told.set(KIND, kind);
  return told;
};
