import { OTHER_ROUTES } from '@telemon/contracts/routes';
import type { FastifyInstance } from 'fastify';
import { type Entrance, entranceOf } from './access.ts';

const OPEN: Entrance = { who: 'public' };

/**
 * Lets a server accept only routes of the access table, each behind the guard of its row: with a route that is missing
 * there it does not start, rather than leaving the route open.
 * @param calls the rows of /v1, `METHOD /path` without the /v1
 */
export const onlyFromTable = (server: FastifyInstance, calls: Readonly<Record<string, Entrance>>): void => {
  const rows = new Map<string, Entrance>(Object.entries(OTHER_ROUTES));
  for (const [name, row] of Object.entries(calls)) rows.set(name.replace(' ', ' /v1'), row);
  server.addHook('onRoute', ({ method, url, onRequest }) => {
    for (const each of [method].flat()) {
      // Fastify adds a HEAD beside each GET, with the same guard.
      const name = `${each === 'HEAD' ? 'GET' : each} ${url}`;
      const row = rows.get(name);
      if (!row) throw new Error(`${name} is not in the access table`);
      const letsIn = inWords([onRequest].flat().map(entranceOf).find(Boolean) ?? OPEN);
      if (letsIn !== inWords(row)) {
        throw new Error(`${name} lets in ${letsIn}; the access table says ${inWords(row)}`);
      }
    }
  });
};

const inWords = ({ who, flag }: Entrance): string => (flag === undefined ? who : `${who} with ${flag}`);
