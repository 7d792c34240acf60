import { Injectable } from '@nestjs/common';
import { OpenFile } from '@telemon/contracts/devices/files';
import type { Route } from '@telemon/contracts/route';
import { Asker } from '@telemon/platform/messaging/asker';
import { limitedAs } from '@telemon/platform/network-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { callerOf } from '../access/access.ts';
import { patienceFor } from '../http/slow-requests.ts';
import { whenClosed } from '../http/when-closed.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { filesUnderWay } from './uploads.errors.ts';

/** A file that is opened by itself runs nothing, loads nothing and has an opaque origin. */
const CONTENT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Concurrent files to one address; each slow reader keeps two chunks in memory. */
const MOST_TO_ADDRESS = 32;
const RETRY_AFTER_S = 3;

/** Sends files, chunk by chunk as the client reads. */
@Injectable()
export class SentFiles {
  private readonly toAddress = new ConcurrencyLimit(MOST_TO_ADDRESS, () =>
    filesUnderWay(undefined, { retryAfterS: RETRY_AFTER_S }),
  );

  constructor(private readonly asker: Asker) {}

  /** The handler of a row whose answer is a file; its path holds a signed token. */
  answering({ call, file: chunk }: Route) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { token } = request.params as { token: string };
      const { actor, address } = callerOf(request);
      const leave = this.toAddress.take(limitedAs(address));
      whenClosed(reply.raw, leave);
      const by = { actor, address, requestId: request.id };
      const file = OpenFile.parse(await this.asker.ask(call, { token }, by));
      void reply.headers({
        'content-type': file.contentType,
        'content-length': file.size,
        'content-disposition': `inline; filename="${file.fileName.replace(/[^\w.-]/g, '_')}"`,
        'content-security-policy': CONTENT_POLICY,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': `private, max-age=${file.goodForS}`,
      });
      const tooLong = setTimeout(() => reply.raw.destroy(), patienceFor(file.size));
      whenClosed(reply.raw, () => clearTimeout(tooLong));
      const { asker } = this;
      const chunks = async function* () {
        for (let index = 0; index < file.chunks; index++) {
          const { bytes } = await asker.ask(chunk!, { token, index }, by);
          yield Buffer.from(bytes, 'base64');
        }
      };
      return reply.send(Readable.from(chunks()));
    };
  }
}
