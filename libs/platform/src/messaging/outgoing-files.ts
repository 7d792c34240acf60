import type { NatsConnection } from '@nats-io/transport-node';
import { forNobody } from '../deadline.ts';
import { busy, defineError, failureOf, unavailable } from '../errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import { OutgoingFile, ReceiverGone } from './outgoing-file.ts';
import { type Parts, jsonOfParts } from './parts.ts';

/** Files that one process sends at once; each holds a few megabytes. */
const MOST_AT_ONCE = 32;

const noInbox = defineError('NoInbox', 'bad-request', () => 'It needs an inbox that it is sent to');

/** Says that the answer of a call comes as a file of JSON to the inbox of the caller. */
export class Streamed {}

/** The files that a service streams at the moment. */
export class OutgoingFiles {
  private readonly open = new Set<OutgoingFile>();

  constructor(
    private readonly nats: NatsConnection,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => this.open.forEach((file) => file.break(unavailable())));
  }

  /**
   * Begins to stream a file to an inbox, and returns at once; `write` writes it, and may take as long as it needs. If it fails, the
   * receiver is told.
   * @param context Fields of the log's line about the file.
   * @throws without an inbox, or if too many files are under way
   */
  start(
    inbox: string | undefined,
    context: Record<string, unknown>,
    write: (file: OutgoingFile) => Promise<void>,
  ): void {
    if (inbox === undefined) throw noInbox();
    if (this.open.size >= MOST_AT_ONCE) throw busy();
    const file = new OutgoingFile(this.nats, inbox);
    this.open.add(file);
    // The caller of the present call waits for its answer alone.
    void forNobody(() => this.run(file, context, write));
  }

  /**
   * Begins to stream a large answer as JSON to the inbox of the caller.
   * @param parts Their signal aborts when the caller doesn't want the answer any more.
   * @throws like `start`
   */
  answer(
    inbox: string | undefined,
    context: Record<string, unknown>,
    parts: (signal: AbortSignal) => Parts<unknown>,
  ): Streamed {
    this.start(inbox, context, async (file) => {
      for await (const piece of jsonOfParts(parts(file.signal))) await file.write(Buffer.from(piece));
    });
    return new Streamed();
  }

  private async run(
    file: OutgoingFile,
    context: Record<string, unknown>,
    write: (file: OutgoingFile) => Promise<void>,
  ): Promise<void> {
    const begun = performance.now();
    try {
      await write(file);
      await file.end();
      logger.info({ ...context, ms: Math.round(performance.now() - begun) }, 'file sent');
    } catch (error) {
      // Errors of the work under way do not matter once the file has ended.
      const reason = file.signal.aborted ? (file.signal.reason as Error) : (error as Error);
      if (reason instanceof ReceiverGone) logger.info({ ...context, reason: reason.message }, 'file left');
      else {
        const { code } = failureOf(reason, context);
        logger.warn({ ...context, code }, 'file broken off');
        file.break(reason);
      }
    } finally {
      this.open.delete(file);
      file.close();
    }
  }
}
