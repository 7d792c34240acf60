import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import { unavailable } from '@telemon/platform/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { GatewayVariables } from '../config.ts';

/** A page of the console. */
const PAGE = '/dashboard/outbox';
const PATIENCE_MS = 4_500;
const PASSED_ON = ['content-type', 'content-length', 'content-disposition'];

/** /outbox leads to the SMS and e-mail that would have left, in an installation with an outbox. */
@Injectable()
export class OutboxPage {
  constructor(@Inject(CONFIG) private readonly config: GatewayVariables) {}

  register(server: FastifyInstance): void {
    const { OUTBOX_URL } = this.config;
    if (OUTBOX_URL === undefined) return;
    server.get('/outbox', (_request, reply) => reply.redirect(PAGE));
    // Without a guard: the id has 128 random bits, and only admins get the list with it.
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
  // An attachment is never a page of this site.
  void reply.headers({ 'content-security-policy': 'sandbox', 'cache-control': 'private, no-store' });
  return reply.send(Readable.fromWeb(response.body as never));
};
