import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@telemon/contracts/route';
import { ROUTES } from '@telemon/contracts/routes';
import { locations } from '@telemon/contracts/auth/locations';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';
import { openApiDocument } from './document.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Record<string, unknown>;
}
interface Operation {
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { properties: object; required: string[] } } } };
  responses: Record<string, unknown>;
  security?: object[];
  'x-access': string;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

let gateway: GivenGateway;
let document: Document;

beforeAll(async () => {
  gateway = await givenGateway({ routes: ROUTES, settings: { OUTBOX_URL: 'http://127.0.0.1:1' } });
  document = (await (await fetch(`${gateway.url}/v1/openapi.json`)).json()) as Document;
});
afterAll(() => gateway.stop());

const operationOf = (name: string): Operation => {
  const [method, path] = name.split(' ') as [string, string];
  return document.paths[`/v1${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()]!;
};

describe('the OpenAPI document', () => {
  it('has every row of the route table and the stream, and nothing else', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(Object.keys(ROUTES).length + 1);
    expect(document.openapi).toBe('3.1.0');
  });

  it.each(Object.entries(ROUTES) as [string, Route][])(
    'describes the access and the parameters of %s',
    (name, route) => {
      const operation = operationOf(name);
      expect(operation['x-access']).toBe(route.who);
      const withoutToken = name === 'POST /user/logout' ? [{}, { bearer: [] }] : [];
      expect(operation.security).toEqual(route.who === 'public' ? withoutToken : undefined);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => parameter.name)).toEqual(
        [...name.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
      );
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '401', '403', '422', '503']),
      );
    },
  );

  it('puts the input of a GET into the query, and the input of a POST into the body', () => {
    const list = operationOf('GET /device');
    expect(list.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['limit', 'query', false],
      ['offset', 'query', false],
      ['sort', 'query', false],
      ['order', 'query', false],
      ['q', 'query', false],
      ['state', 'query', false],
      ['presence', 'query', false],
    ]);
    expect(list.requestBody).toBeUndefined();
    expect(list.parameters[0]!.schema).toMatchObject({ type: 'integer', minimum: 1, default: 10 });
    expect(list.parameters[2]!.schema).toMatchObject({
      type: 'string',
      enum: expect.arrayContaining(['deviceName', 'createdAt']),
    });
    const { schema } = operationOf('POST /alert').requestBody!.content['application/json'];
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['deviceName', 'criteria', 'message']),
    );
    expect(schema.required).toEqual(expect.arrayContaining(['deviceName', 'criteria', 'message']));
  });

  it('names the flag that a call needs beside the role', () => {
    const row = { who: 'AMS', flag: 'mqttAdmin', call: locations.all } as const;
    const { paths } = openApiDocument({ 'GET /flagged': row }) as unknown as Document;
    expect(paths['/v1/flagged']?.['get']).toMatchObject({
      summary: 'For admin, manager, assistant; all but an admin need mqttAdmin',
      'x-access': 'AMS',
      'x-access-flag': 'mqttAdmin',
    });
    expect(operationOf('GET /device')).not.toHaveProperty('x-access-flag');
  });

  it('shows no refresh token', () => {
    expect(JSON.stringify(document)).not.toMatch(/refreshToken|refreshExpiresAt|passwordHash/);
  });

  it('has no reference to a missing part', () => {
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer!
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect({ pointer, found: found !== undefined }).toEqual({ pointer, found: true });
    }
  });
});

describe('the page to try the calls', () => {
  it('loads only files of the gateway, and has no inline script', async () => {
    const page = await (await fetch(`${gateway.url}/docs`)).text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThanOrEqual(4);
    for (const source of sources) {
      const response = await fetch(new URL(source, gateway.url));
      expect({ source, status: response.status }).toEqual({ source, status: 200 });
      await response.body?.cancel();
    }
    expect(page).not.toMatch(/<script>|<style>| style="| onclick=/);
  });
});
