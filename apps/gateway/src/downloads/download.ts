import type { IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { PART_BYTES } from '@telemon/platform/messaging/file-parts';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { patienceFor } from '../http/slow-requests.ts';
import { whenClosed } from '../http/when-closed.ts';

type EndReason = 'sent' | 'refused' | 'broken' | 'left' | 'slow' | 'session-ended' | 'stopping';

/** Ends a download before its end. */
export class DownloadEnded extends Error {
  override name = 'DownloadEnded';

  constructor(readonly reason: EndReason) {
    super(reason);
  }
}

/** A file on its way from a service to a client, at the speed of the client. */
export class Download {
  /** How the download ended. */
  reason: EndReason | undefined;
  bytes = 0;
  /** When the client got the part that it has not taken yet. */
  private givenAt: number | null = null;

  constructor(
    private readonly file: IncomingFile,
    /** The session of its user. */
    readonly sessionId: string | undefined,
    private readonly response: ServerResponse,
  ) {
    whenClosed(response, () => this.end('left'));
  }

  /** The file's bytes. They end with an error unless all have come, so that no short file looks whole. */
  async content(): Promise<Readable> {
    const parts = this.parts();
    // A failure before the first part is answered as any other one.
    const first = await parts.next();
    return Readable.from(
      (async function* () {
        if (!first.done) yield first.value;
        yield* parts;
      })(),
    );
  }

  /** Breaks it off, unless it has ended. */
  end(reason: EndReason): void {
    if (this.reason) return;
    this.reason = reason;
    this.file.close(new DownloadEnded(reason));
    // A client that reads nothing would never notice.
    if (this.response.headersSent) this.response.destroy();
  }

  /** Breaks it off if the client takes too long for a part. */
  check(): void {
    if (this.givenAt !== null && performance.now() - this.givenAt > patienceFor(PART_BYTES)) this.end('slow');
  }

  private async *parts(): AsyncGenerator<Buffer> {
    try {
      for await (const part of this.file.parts()) {
        this.bytes += part.length;
        this.givenAt = performance.now();
        yield part;
        this.givenAt = null;
      }
      this.reason ??= 'sent';
    } finally {
      // The service has broken it off, unless it has ended here.
      this.reason ??= 'broken';
    }
  }
}
