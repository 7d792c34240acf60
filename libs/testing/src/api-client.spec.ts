import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client.ts';

/** A page, newest row first, and the count of a moment later, when a second row is there. */
const growing = (rows: number[], { limit, offset }: { limit: number; offset: number }) => {
  const present = [...rows];
  if (rows.length === 1) rows.unshift(2);
  return { rows: present.slice(offset, offset + limit), pagination: { totalCount: rows.length } };
};

describe('a client of /v1', () => {
  let server: Server;
  let client: ApiClient;
  const rows: number[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://localhost');
      const data = growing(rows, {
        limit: +searchParams.get('limit')!,
        offset: +searchParams.get('offset')!,
      });
      response.end(JSON.stringify({ error: false, message: '', data }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = ApiClient.anonymous(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => void server.close());

  it('reads each row of a list once, also if one is added between the rows and their count', async () => {
    rows.push(1);
    expect(await client.all('/growing', 'rows')).toEqual([1]);
  });
});
