import { Injectable } from '@nestjs/common';
import { OpenFile } from '@telemon/contracts/files';
import type { Route } from '@telemon/contracts/routes';
import { Asker } from '@telemon/platform/messaging/asker';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { callerOf } from '../access/access.ts';

/** Whatever a file holds: opened by itself, it runs nothing, loads nothing and is of no site of ours. */
const CONTENT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Files that go out, chunk by chunk as they are read. */
@Injectable()
export class SentFiles {
  constructor(private readonly asker: Asker) {}

  /** Answers a row of the table whose answer is a file; its path holds a signed token. */
  answering({ call, file: chunk }: Route) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { token } = request.params as { token: string };
      const { actor, address } = callerOf(request);
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
