import type { Route } from '@telemon/contracts/route';
import { OTHER_ROUTES } from '@telemon/contracts/routes';
import type { FastifyInstance } from 'fastify';
import { letInBy } from './access.ts';

type Rows = Readonly<Record<string, Pick<Route, 'who'>>>;

/**
 * Lets a server accept only routes of the access table, each behind the guard of its row: with a route that is missing
 * there it does not start, rather than leaving the route open.
 * @param calls the rows of /v1, `METHOD /path` without the /v1
 */
export const onlyFromTable = (server: FastifyInstance, calls: Rows): void => {
  const rows = new Map<string, Pick<Route, 'who'>>(Object.entries(OTHER_ROUTES));
  for (const [name, row] of Object.entries(calls)) rows.set(name.replace(' ', ' /v1'), row);
  server.addHook('onRoute', ({ method, url, onRequest }) => {
    for (const each of [method].flat()) {
      // Fastify adds a HEAD beside each GET, with the same guard.
      const name = `${each === 'HEAD' ? 'GET' : each} ${url}`;
      const row = rows.get(name);
      if (!row) throw new Error(`${name} is not in the access table`);
      const letIn = [onRequest].flat().map(letInBy).find(Boolean) ?? 'public';
      if (letIn !== row.who) {
        throw new Error(`${name} lets in ${letIn}; the access table says ${row.who}`);
      }
    }
  });
};
