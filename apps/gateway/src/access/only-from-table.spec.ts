import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OTHER_ROUTES } from '@telemon/contracts/routes';
import { type FastifyInstance, fastify } from 'fastify';
import { Access } from './access.ts';
import { onlyFromTable } from './only-from-table.ts';

const access = new Access({} as never, {} as never);
const handler = () => 'an answer';

let server: FastifyInstance;
beforeEach(() => {
  server = fastify();
  onlyFromTable(server, {
    'GET /device': { who: 'AMS' },
    'DELETE /device': { who: 'A' },
    'GET /mqttLog': { who: 'AMS', flag: 'mqttAdmin' },
  });
});
afterEach(() => server.close());

describe('a server that accepts only routes of the access table', () => {
  it('accepts a route of the table behind the guard of its row', async () => {
    server.get('/v1/device', { onRequest: access.guard({ who: 'AMS' }) }, handler);
    server.delete('/v1/device', { onRequest: [access.guard({ who: 'A' })] }, handler);
    server.get('/health/live', handler);
    await server.ready();
    expect(server.hasRoute({ method: 'HEAD', url: '/v1/device' })).toBe(true);
  });

  it.each([
    ['a call', 'GET', '/v1/secrets'],
    ['another method of a call', 'POST', '/v1/device'],
    ['a page', 'GET', '/debug'],
    ['a path beside a call', 'GET', '/v1/device/:deviceName'],
  ] as const)('does not start with %s that is not in the table', (_, method, url) => {
    expect(() => server.route({ method, url, onRequest: access.guard({ who: 'A' }), handler })).toThrow(
      `${method} ${url} is not in the access table`,
    );
  });

  it('does not start with a call that has no guard, or the guard of another row', () => {
    expect(() => server.get('/v1/device', handler)).toThrow(
      'GET /v1/device lets in public; the access table says AMS',
    );
    expect(() => server.delete('/v1/device', { onRequest: access.guard({ who: 'AM' }) }, handler)).toThrow(
      'DELETE /v1/device lets in AM; the access table says A',
    );
    expect(() => server.get('/v1/device', { onRequest: async () => undefined }, handler)).toThrow(
      'lets in public',
    );
  });

  it('does not start with a call whose guard ignores the flag of its row', () => {
    const guard = access.guard({ who: 'AMS' });
    expect(() => server.get('/v1/mqttLog', { onRequest: guard }, handler)).toThrow(
      'GET /v1/mqttLog lets in AMS; the access table says AMS with mqttAdmin',
    );
  });

  it('has the live stream as the only route besides calls that needs a token', () => {
    const guarded = Object.entries(OTHER_ROUTES).filter(([, { who }]) => who !== 'public');
    expect(guarded.map(([name]) => name)).toEqual(['GET /v1/stream']);
  });
});
