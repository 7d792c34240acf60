import type { MultipartFile } from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import { CHUNK_BYTES, type Upload } from '@telemon/contracts/devices/files';
import type { Route } from '@telemon/contracts/route';
import { DomainError, unavailable } from '@telemon/platform/errors';
import { type AskedBy, Asker } from '@telemon/platform/messaging/asker';
import { Counter } from '@telemon/platform/metrics';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { callerOf } from '../access/access.ts';
import { CallLimits } from '../access/call-limits.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { brokenUpload, emptyFile, fileTooLarge, notOneFile, uploadsUnderWay } from './uploads.errors.ts';

type Wanted = NonNullable<Route['upload']>;

/** Most bytes around the file in a multipart body. */
const AROUND_FILE_BYTES = 16_384;
/** Largest header of a part, bytes: file names of 10,000 letters are read, and shortened. */
const HEADER_BYTES = 16_384;
const LONGEST_NAME = 255;

/** Concurrent uploads; each has a chunk or two in memory, never the whole file. */
const MOST_COMING_IN = 16;
/** Uploads of one user until their calls are answered: no user blocks the others or occupies the services that read files. */
const MOST_OF_USER = 2;
const RETRY_AFTER_S = 3;

const uploads = new Counter({
  name: 'telemon_uploads_total',
  help: 'Uploaded files, by outcome',
  labelNames: ['outcome'],
});

/**
 * Receives the file of a call and passes it, chunk by chunk, to the service that stores it. The next chunk is read once the
 * last one is stored, so that no file is ever whole in memory here.
 */
@Injectable()
export class Uploads {
  private readonly ofUser = new ConcurrencyLimit(MOST_OF_USER, () =>
    uploadsUnderWay(undefined, { retryAfterS: RETRY_AFTER_S }),
  );
  private readonly comingIn = new ConcurrencyLimit(MOST_COMING_IN, () =>
    unavailable('Too many files are on their way right now. Try again in a moment'),
  );

  constructor(
    private readonly asker: Asker,
    private readonly limits: CallLimits,
  ) {}

  /**
   * Runs `work` with the one file of a request. Drops the stored chunks if anything fails.
   * @throws if the request holds anything else, or a file that is too large.
   */
  async use<Result>(
    request: FastifyRequest,
    wanted: Wanted,
    by: AskedBy,
    work: (upload: Upload) => Promise<Result>,
  ): Promise<Result> {
    const userId = callerOf(request).actor.id;
    let id: string | undefined;
    let upload: Upload | undefined;
    try {
      return await this.ofUser.within(userId, async () => {
        await this.limits.takeUpload(userId);
        const uploadId = (id = randomUUID());
        upload = await this.comingIn.within('', () => this.receive(request, wanted, uploadId, by));
        uploads.inc({ outcome: 'received' });
        return work(upload);
      });
    } catch (error) {
      // Not awaited: chunks that are not dropped now expire.
      if (id) this.asker.ask(wanted.to.drop, { uploadId: id }, by).catch(() => undefined);
      if (upload) throw error;
      uploads.inc({ outcome: 'refused' });
      // Discards the rest, so that a caller who is still sending gets the answer.
      request.raw.unpipe();
      request.raw.resume();
      throw refusalOf(error, wanted);
    }
  }

  private async receive(request: FastifyRequest, wanted: Wanted, id: string, by: AskedBy): Promise<Upload> {
    const { field, maxBytes } = wanted;
    if (!request.isMultipart()) throw notOneFile({ field });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + AROUND_FILE_BYTES) {
      throw fileTooLarge({ maxBytes });
    }
    let upload: Upload | undefined;
    // A part that is not the first is refused, with or without a name.
    const limits = { parts: 1, fileSize: maxBytes, headerPairs: 20, headerSize: HEADER_BYTES };
    for await (const part of request.parts({ limits })) {
      if (upload || part.type !== 'file' || part.fieldname !== field) throw notOneFile({ field });
      upload = await this.pass(part, wanted, id, by);
    }
    if (!upload) throw notOneFile({ field });
    return upload;
  }

  /** Passes a file to the service in chunks. */
  private async pass(
    { file, filename }: MultipartFile,
    { maxBytes, to }: Wanted,
    id: string,
    by: AskedBy,
  ): Promise<Upload> {
    let size = 0;
    let index = 0;
    // At once, as the file may never end.
    file.once('limit', () => file.destroy(fileTooLarge({ maxBytes })));
    for await (const chunk of chunksOf(file)) {
      size += chunk.length;
      await this.asker.ask(to.putChunk, { uploadId: id, index, bytes: chunk.toString('base64') }, by);
      index++;
    }
    if (size === 0) throw emptyFile();
    return { id, fileName: nameOf(filename), size };
  }
}

/** The error that answers a failed upload. */
const refusalOf = (error: unknown, { field }: Wanted): unknown => {
  if (error instanceof DomainError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^FST_(?:PARTS_LIMIT|PROTO_VIOLATION|INVALID_JSON_FIELD)/.test(code)) return notOneFile({ field });
  const isOfParser =
    code.startsWith('FST_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    /multipart|part terminated|part header|boundary/i.test(message);
  return isOfParser ? brokenUpload() : error;
};

async function* chunksOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; length - start >= CHUNK_BYTES; start += CHUNK_BYTES) {
      yield all.subarray(start, start + CHUNK_BYTES);
    }
    waiting = [all.subarray(start)];
    length -= start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** The last segment of a file's path, without line breaks and other control or bidi characters. */
const nameOf = (sent: string | undefined): string =>
  ((sent ?? '').split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029]/gu, '')
    .trim()
    .slice(-LONGEST_NAME) || 'file';
