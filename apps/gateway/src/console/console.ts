import { Inject, Injectable } from '@nestjs/common';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayVariables } from '../config.ts';
import { StaticFiles } from '../http/static-files.ts';
import { withSettings } from './page-settings.ts';

const PAGE = 'index.html';
/** What vite names by its content. */
const isNamedByContent = (name: string): boolean => name.startsWith('assets/');
/** Paths that are never a page of the console, however they are written, so that what is missing there is missing. */
const NOT_OF_CONSOLE = /^[^a-z0-9]*(v1|docs|outbox|health|metrics|assets)(?![a-z0-9])/i;

/** The console's files; every other path that a person may have typed or kept is the console's page. */
@Injectable()
export class Console {
  constructor(@Inject(CONFIG) private readonly config: GatewayVariables) {}

  async register(server: FastifyInstance): Promise<void> {
    const files = await this.read();
    if (!files?.has(PAGE)) {
      logger.warn('there is no console in CONSOLE_DIR');
      return;
    }
    server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const name = request.params['*'];
      if (name !== PAGE && files.has(name)) return files.send(name, request, reply);
      return isPageOfConsole(request) ? files.send(PAGE, request, reply) : reply.callNotFound();
    });
  }

  private async read(): Promise<StaticFiles | null> {
    const { CONSOLE_DIR } = this.config;
    if (CONSOLE_DIR === undefined) return null;
    return StaticFiles.in(CONSOLE_DIR, {
      isImmutable: isNamedByContent,
      change: (html) => withSettings(html, this.config),
    }).catch(() => null);
  }
}

/** A path without a file's ending, asked for by something that shows pages. */
const isPageOfConsole = ({ url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0]!;
  if (path === '/' || path === `/${PAGE}`) return true;
  if (NOT_OF_CONSOLE.test(path) || /\.\w+$/.test(path)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
};
