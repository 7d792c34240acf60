import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RouteTable, SERVED_ROUTES } from '../forward/route-table.ts';
import { StaticFiles } from '../http/static-files.ts';
import { openApiDocument } from './document.ts';

/** The page stands beside the sources, whether they run as they are or built. */
const PAGE = fileURLToPath(new URL('../../src/openapi/page', import.meta.url));
const SWAGGER_UI = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
);
const FROM_SWAGGER_UI = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** /v1/openapi.json, and a page at /docs to try the calls. */
@Injectable()
export class ApiPages {
  constructor(@Inject(SERVED_ROUTES) private readonly routes: RouteTable) {}

  async register(server: FastifyInstance): Promise<void> {
    const text = JSON.stringify(openApiDocument(this.routes));
    server.get('/v1/openapi.json', (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
        .send(text),
    );
    const [page, library] = await Promise.all([StaticFiles.in(PAGE), StaticFiles.in(SWAGGER_UI)]);
    server.get('/docs', (request, reply) => page.send('index.html', request, reply));
    server.get<{ Params: { file: string } }>('/docs/:file', (request, reply) => {
      const { file } = request.params;
      if (page.has(file)) return page.send(file, request, reply);
      if (FROM_SWAGGER_UI.includes(file)) return library.send(file, request, reply);
      return reply.callNotFound();
    });
  }
}
