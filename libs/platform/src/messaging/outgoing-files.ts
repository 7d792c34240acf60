import type { NatsConnection } from '@nats-io/transport-node';
import { forNobody } from '../deadline.ts';
import { busy, failureOf, unavailable } from '../errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import { OutgoingFile, ReceiverGone } from './outgoing-file.ts';

/** Of one process; each holds a few megabytes. */
const MOST_AT_ONCE = 32;

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
   * @throws if too many files are under way
   */
  start(inbox: string, context: Record<string, unknown>, write: (file: OutgoingFile) => Promise<void>): void {
    if (this.open.size >= MOST_AT_ONCE) throw busy();
    const file = new OutgoingFile(this.nats, inbox);
    this.open.add(file);
    // The caller of the present call waits for its answer alone.
    void forNobody(() => this.run(file, context, write));
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
