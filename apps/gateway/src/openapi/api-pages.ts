import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RouteTable, SERVED_ROUTES } from '../forward/route-table.ts';
import { StaticFolder } from '../http/static-folder.ts';
import { openApiDocument } from './document.ts';

/** The page's files are in src, for the built program too. */
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
    const [page, library] = await Promise.all([StaticFolder.in(PAGE), StaticFolder.in(SWAGGER_UI)]);
    server.get('/docs', (_request, reply) => page.send('index.html', reply));
    server.get<{ Params: { file: string } }>('/docs/:file', (request, reply) => {
      const { file } = request.params;
      if (page.has(file)) return page.send(file, reply);
      return FROM_SWAGGER_UI.includes(file) ? library.send(file, reply) : reply.callNotFound();
    });
  }
}
