import { STATUS_OF_KIND } from '@telemon/contracts/errors';
import { STREAM_EVENTS } from '@telemon/contracts/gateway/live';
import type { Route, Who } from '@telemon/contracts/route';
import { OTHER_ROUTES } from '@telemon/contracts/routes';
import { SHEET_TYPES } from '@telemon/contracts/streamed-file';
import { z } from 'zod';
import type { RouteTable } from '../forward/route-table.ts';
import { cookieUseOf, shapesOf } from '../forward/session-calls.ts';

type Json = Record<string, unknown>;
interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

const ROLES_OF: Readonly<Record<Who, readonly string[]>> = {
  AMS: ['admin', 'manager', 'assistant'],
  AM: ['admin', 'manager'],
  A: ['admin'],
  public: [],
};

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): ObjectSchema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema as ObjectSchema;
};

const envelope = (data: Json): Json => ({
  type: 'object',
  properties: { error: { const: false }, message: { type: 'string' }, data },
  required: ['error', 'message', 'data'],
});

const FAILURE = {
  type: 'object',
  properties: {
    error: { const: true },
    message: { type: 'string' },
    data: { type: 'null' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['error', 'message', 'data', 'requestId'],
};

const SAYS_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or holds an unknown field or a value of the wrong type',
  401: 'There is no valid token',
  403: 'Not for this role',
  404: 'There is no such thing, or it is not yours',
  409: 'It is taken, or in use',
  413: 'The request is too large',
  422: 'A value is missing or out of bounds',
  429: 'Too many requests; see Retry-After',
  500: 'Something went wrong on our side',
  503: 'A part of Telemon is away; see Retry-After',
};
const failures = Object.fromEntries(
  Object.values(STATUS_OF_KIND).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
);
const failureResponses = Object.fromEntries(
  Object.entries(SAYS_OF_STATUS).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
  ]),
);

const summaryOf = ({ who, flag }: Route): string => {
  if (who === 'public') return 'Without a token';
  const roles = `For ${ROLES_OF[who].join(', ')}`;
  return flag === undefined ? roles : `${roles}; all but an admin need ${flag}`;
};

const parameter = (
  name: string,
  place: 'path' | 'query' | 'header',
  schema: Json,
  required: boolean,
): Json => ({
  name,
  in: place,
  required,
  schema,
});

/** The one file that a call takes. */
const fileBody = ({ field, maxBytes }: NonNullable<Route['upload']>): Json => ({
  required: true,
  description: `One file of at most ${maxBytes / 1_048_576} MB`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { [field]: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: [field],
        additionalProperties: false,
      },
    },
  },
});

/** A form that another system signs. */
const SIGNED_FORM_BODY: Json = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
};
/** The fields of a call that hold such a form. */
const OF_SIGNED_FORM = ['form', 'signature'];

/** The answers of an export that is asked for with a format. */
const FILES_OF_EXPORT = Object.fromEntries(
  Object.values(SHEET_TYPES).map((type) => [
    type.split(';', 1)[0],
    { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
  ]),
);

const operation = (name: string, route: Route): Json => {
  const [method, path] = name.split(' ') as [string, string];
  const { request, data } = shapesOf(name, route);
  const { properties = {}, required = [] } = schemaOf(request, 'input');
  const { properties: ofExport = {} } = route.export ? schemaOf(route.export.request, 'input') : {};
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key!);
  const others = Object.keys(properties).filter(
    (key) =>
      !inPath.includes(key) &&
      !(route.upload && key === 'upload') &&
      !(route.signedForm && OF_SIGNED_FORM.includes(key)),
  );
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method) && others.length > 0;
  const requiredOthers = others.filter((key) => required.includes(key));
  return {
    operationId: route.call.subject,
    tags: [path.split('/')[1]],
    summary: summaryOf(route),
    'x-access': route.who,
    ...(route.flag && { 'x-access-flag': route.flag }),
    ...(route.of && { 'x-access-of': route.of }),
    'x-roles': ROLES_OF[route.who],
    ...(route.who === 'public' && { security: cookieUseOf(name) === 'ends' ? [{}, { bearer: [] }] : [] }),
    parameters: [
      ...inPath.map((key) => parameter(key, 'path', properties[key] ?? { type: 'string' }, true)),
      ...(hasBody ? [] : others).map((key) =>
        parameter(key, 'query', properties[key]!, requiredOthers.includes(key)),
      ),
      ...(route.signedForm ? [parameter(route.signedForm.header, 'header', { type: 'string' }, true)] : []),
      ...(route.export ? [parameter('format', 'query', ofExport.format!, false)] : []),
    ],
    ...(route.upload && { requestBody: fileBody(route.upload) }),
    ...(route.signedForm && { requestBody: SIGNED_FORM_BODY }),
    ...(hasBody && {
      requestBody: {
        required: requiredOthers.length > 0,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(others.map((key) => [key, properties[key]])),
              required: requiredOthers,
              additionalProperties: false,
            },
          },
        },
      },
    }),
    responses: {
      200: {
        description: route.says ?? 'The answer',
        content: route.file
          ? { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
          : {
              'application/json': { schema: envelope(schemaOf(data, 'output')) },
              ...(route.export && FILES_OF_EXPORT),
            },
      },
      ...failures,
    },
  };
};

const STREAM: Json = {
  get: {
    operationId: 'stream',
    tags: ['stream'],
    summary: "Live updates in the caller's scope, until the token ends",
    'x-access': OTHER_ROUTES['GET /v1/stream'].who,
    'x-access-of': OTHER_ROUTES['GET /v1/stream'].of,
    'x-roles': ROLES_OF[OTHER_ROUTES['GET /v1/stream'].who],
    parameters: [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }],
    responses: {
      200: {
        description:
          `Server-sent events: ${Object.keys(STREAM_EVENTS).join(', ')}. ` +
          'reset: something was missed that is no longer known; read again what is on the page',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...failures,
    },
  },
};

/** The OpenAPI 3.1 document of the served routes. */
export const openApiDocument = (routes: RouteTable): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    const [method, path] = name.split(' ') as [string, string];
    const template = `/v1${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Telemon',
      version: 'v1',
      description:
        'Every answer is { error, message, data }, failures too. Lists take limit and offset. ' +
        'All but sign-in needs a bearer token, which POST /v1/user/login hands out.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: { ...paths, '/v1/stream': STREAM },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: FAILURE },
      responses: failureResponses,
    },
  };
};
