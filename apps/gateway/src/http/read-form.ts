import type { FastifyInstance } from 'fastify';
import { unreadable } from './http.errors.ts';

/** Lets a server read forms, each as the text that it is, and nothing else. */
export const readFormsOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  );
  server.addContentTypeParser('*', (_request, _body, done) =>
    done(unreadable({ reason: 'The body should be a form' })),
  );
};
