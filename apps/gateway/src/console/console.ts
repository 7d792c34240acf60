import { Inject, Injectable } from '@nestjs/common';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayVariables } from '../config.ts';
import { StaticFolder } from '../http/static-folder.ts';
import { withSettings } from './page-settings.ts';

const PAGE = 'index.html';
/** Vite puts a hash of their content into the names of these files. */
const isNamedByContent = (name: string): boolean => name.startsWith('assets/');
/** Paths that are never a page of the console, in any spelling, so that a missing file there gets a 404. */
const NOT_OF_CONSOLE = /^[^a-z0-9]*(v1|docs|outbox|health|metrics|assets)(?![a-z0-9])/i;

/** Serves the console's files, and its page at every other path that a browser may open. */
@Injectable()
export class Console {
  constructor(@Inject(CONFIG) private readonly config: GatewayVariables) {}

  async register(server: FastifyInstance): Promise<void> {
    const { CONSOLE_DIR: folder } = this.config;
    const html = await readPage(folder);
    if (folder === undefined || html === null) {
      logger.warn('there is no console in CONSOLE_DIR');
      return;
    }
    const files = await StaticFolder.in(folder);
    const page = withSettings(html, this.config);
    const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
    server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const name = request.params['*'];
      if (name !== PAGE && files.has(name)) return files.send(name, reply, isNamedByContent(name));
      if (!isPageOfConsole(request)) return reply.callNotFound();
      void reply.headers({ 'cache-control': 'no-cache', etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(page);
    });
  }
}

const readPage = (folder: string | undefined): Promise<string | null> =>
  folder === undefined ? Promise.resolve(null) : readFile(join(folder, PAGE), 'utf8').catch(() => null);

/** A path without a file extension, from a client that accepts HTML. */
const isPageOfConsole = ({ url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0]!;
  if (path === '/' || path === `/${PAGE}`) return true;
  if (NOT_OF_CONSOLE.test(path) || /\.\w+$/.test(path)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
};
