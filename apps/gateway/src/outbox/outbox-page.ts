import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import { unavailable } from '@telemon/platform/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { GatewayVariables } from '../config.ts';
import { StaticFiles } from '../http/static-files.ts';

/** The page stands beside the sources, whether they run as they are or built. */
const PAGE = fileURLToPath(new URL('../../src/outbox/page', import.meta.url));
const PATIENCE_MS = 4_500;
const PASSED_ON = ['content-type', 'content-length', 'content-disposition'];

/** /outbox: what would have left this machine, where that is in use. */
@Injectable()
export class OutboxPage {
  constructor(@Inject(CONFIG) private readonly config: GatewayVariables) {}

  async register(server: FastifyInstance): Promise<void> {
    const { OUTBOX_URL } = this.config;
    if (OUTBOX_URL === undefined) return;
    const page = await StaticFiles.in(PAGE);
    server.get('/outbox', (request, reply) => page.send('index.html', request, reply));
    server.get<{ Params: { file: string } }>('/outbox/:file', (request, reply) => {
      const { file } = request.params;
      return page.has(file) ? page.send(file, request, reply) : reply.callNotFound();
    });
    // Who knows an attachment's id has it from the list, which is the admin's: 128 random bits.
    server.get<{ Params: { id: string } }>('/outbox/attachments/:id', (request, reply) =>
      passOn(new URL(`attachments/${encodeURIComponent(request.params.id)}`, withSlash(OUTBOX_URL)), reply),
    );
  }
}

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

const passOn = async (address: URL, reply: FastifyReply): Promise<FastifyReply | void> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
    throw unavailable();
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    return reply.callNotFound();
  }
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  // A file that somebody sent is never a page of ours.
  void reply.headers({ 'content-security-policy': 'sandbox', 'cache-control': 'private, no-store' });
  return reply.send(Readable.fromWeb(response.body as never));
};
