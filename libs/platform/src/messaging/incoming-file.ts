import { type Msg, type NatsConnection, type Subscription, createInbox } from '@nats-io/transport-node';
import { GO_ON, KIND, SILENT_MS, STOP } from './file-parts.ts';

const CHECK_EVERY_MS = 1_000;

/** The rest of a file will not come. */
export class FileBroken extends Error {
  override name = 'FileBroken';
}

/**
 * A file that a service streams to an inbox of this process. The next part is asked for when the one before was taken, so that
 * the service sends no faster than the reader reads.
 */
export class IncomingFile {
  readonly inbox: string = createInbox();
  private readonly subscription: Subscription;
  private arrived: Msg[] = [];
  /** The part that the reader has. */
  private read: Msg | undefined;
  private heardAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private closedBy: Error | undefined;
  private wake: () => void = () => undefined;

  /** @param silentMs After so long without a word of the service, the file is broken. */
  constructor(nats: NatsConnection, silentMs = SILENT_MS) {
    this.subscription = nats.subscribe(this.inbox, {
      callback: (error, message) => this.take(error, message),
    });
    this.timer = setInterval(() => {
      if (performance.now() - this.heardAt > silentMs) this.close(new FileBroken('The service is silent'));
    }, CHECK_EVERY_MS);
  }

  /** Its parts, in their order. @throws FileBroken unless all come; the reason of `close` */
  async *parts(): AsyncGenerator<Buffer> {
    try {
      for (let number = 0; ; number++) {
        const message = await this.next();
        const kind = kindOf(message);
        if (kind === `end ${number}`) {
          message.respond(GO_ON);
          return;
        }
        if (kind !== `part ${number}`) throw new FileBroken(`After ${number} parts came: ${kind}`);
        const { buffer, byteOffset, byteLength } = message.data;
        this.read = message;
        yield Buffer.from(buffer, byteOffset, byteLength);
        this.read = undefined;
        message.respond(GO_ON);
      }
    } finally {
      this.close(new FileBroken('It is closed'));
    }
  }

  /** Takes no more of it: the service is told, and the reader gets the reason. */
  close(reason: Error): void {
    if (this.closedBy) return;
    this.closedBy = reason;
    clearInterval(this.timer);
    this.subscription.unsubscribe();
    for (const message of [this.read, ...this.arrived]) message?.respond(STOP);
    this.wake();
  }

  private take(error: Error | null, message: Msg): void {
    if (error) return this.close(new FileBroken(error.message));
    this.heardAt = performance.now();
    const kind = kindOf(message);
    if (kind === 'alive') message.respond(GO_ON);
    else {
      this.arrived.push(message);
      this.wake();
    }
  }

  private async next(): Promise<Msg> {
    for (;;) {
      if (this.closedBy) throw this.closedBy;
      const message = this.arrived.shift();
      if (message) return message;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

const kindOf = ({ headers }: Msg): string => headers?.get(KIND) ?? '';
