import type { NatsConnection } from '@nats-io/transport-node';
import { StreamedFile, sheetFile } from '@telemon/contracts/streamed-file';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Question } from '@telemon/platform/messaging/answers';
import { connectNats } from '@telemon/platform/messaging/nats';
import type { OutgoingFile } from '@telemon/platform/messaging/outgoing-file';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type Write = (file: OutgoingFile, request: Record<string, unknown>) => Promise<void>;

/** A service that streams files as a spec writes them, on real NATS and a subject of its own. */
export class FileService {
  readonly call = {
    subject: `spec-${randomUUID()}.export-file`,
    request: z.strictObject({ deviceName: z.string(), format: z.enum(['xlsx', 'csv']) }),
    answer: StreamedFile,
  };
  /** A call whose answer is streamed as JSON. */
  readonly jsonCall = {
    subject: `spec-${randomUUID()}.export`,
    request: z.strictObject({}),
    answer: z.object({ rows: z.array(z.string()) }),
    isStreamed: true,
  };
  /** Writes the next files. */
  write: Write = async () => undefined;
  /** The bytes written of the last file, and whether its writer learned that the caller is gone. */
  written = 0;
  isUnwanted = false;

  private constructor(readonly nats: NatsConnection) {
    const files = new OutgoingFiles(nats, new Lifecycle());
    for (const { subject } of [this.call, this.jsonCall]) {
      nats.subscribe(subject, {
        callback: (_error, message) => {
          const { data, id } = message.json<{ data: Question; id: string }>();
          const request = data.request as { format?: 'xlsx' | 'csv' };
          this.written = 0;
          this.isUnwanted = false;
          files.start(data.inbox, {}, async (file) => {
            file.signal.addEventListener('abort', () => (this.isUnwanted = true));
            await this.write(file, request);
          });
          const response = { answer: request.format ? sheetFile('GraphData', request.format) : {} };
          message.respond(JSON.stringify({ response, isDisposed: true, id }));
        },
      });
    }
  }

  static async start(): Promise<FileService> {
    const service = new FileService(await connectNats(servers().natsUrl, 'file-service'));
    await service.nats.flush();
    return service;
  }

  /** Writes so many pieces of 100 KB. */
  writing(pieces: number): Write {
    return async (file) => {
      for (let piece = 0; piece < pieces; piece++) {
        const bytes = new Uint8Array(100_000).fill(piece % 251);
        await file.write(bytes);
        this.written += bytes.length;
      }
    };
  }

  /** Waits until nothing more is written, for a second: a part under way may wait for a server without a turn on the processor. */
  async untilStill(): Promise<void> {
    let [before, still] = [0, 0];
    const look = () => {
      still = this.written > 0 && this.written === before ? still + 1 : 0;
      before = this.written;
      return still === 5;
    };
    await until(look, { everyMs: 200 });
  }

  /** Writes the first part, and the rest never. */
  readonly holding: Write = async (file, request) => {
    await this.writing(3)(file, request);
    await new Promise((_resolve, reject) =>
      file.signal.addEventListener('abort', () => reject(file.signal.reason as Error)),
    );
  };

  stop(): Promise<void> {
    return this.nats.close();
  }
}
