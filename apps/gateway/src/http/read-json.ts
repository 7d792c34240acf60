import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { unreadable } from './http.errors.ts';

const isPacked = ({ headers }: FastifyRequest): boolean =>
  !['', 'identity'].includes(headers['content-encoding'] ?? '');

/** JSON between systems is UTF-8 (RFC 8259): a body in another declared charset would be misread. */
const saysAnotherCharset = ({ headers }: FastifyRequest): boolean =>
  /;\s*charset\s*=\s*(?!"?utf-?8\b)/i.test(headers['content-type'] ?? '');

const read = (request: FastifyRequest, body: Buffer): unknown => {
  if (isPacked(request)) throw unreadable({ reason: 'The body should not be compressed' });
  if (saysAnotherCharset(request) || !isUtf8(body)) throw unreadable({ reason: 'The body should be UTF-8' });
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw unreadable({ reason: 'The body is not valid JSON' });
  }
};

/** Lets a server read JSON bodies, plain and in UTF-8, and nothing else. */
export const readJsonOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => read(request, body),
  );
};
