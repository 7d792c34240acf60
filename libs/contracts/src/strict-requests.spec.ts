import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Call } from './call.ts';
import { failureOfInput } from './errors.ts';
import { ROUTES } from './routes.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' &&
  value !== null &&
  'subject' in value &&
  'request' in value &&
  'answer' in value;

/** Every call that a contract declares, also those between services. */
const callsOfAllContracts = async (): Promise<Call[]> => {
  const files = readdirSync(fileURLToPath(new URL('.', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  const modules = await Promise.all(
    files.map(async (file) => (await import(`./${file}`)) as Record<string, unknown>),
  );
  const groups = modules.flatMap((module) => Object.values(module));
  const calls = groups.flatMap((group) =>
    isCall(group)
      ? [group]
      : typeof group === 'object' && group !== null
        ? Object.values(group).filter(isCall)
        : [],
  );
  return [...new Set(calls)];
};

const calls = await callsOfAllContracts();

const schemaOf = ({ request }: Call): Schema =>
  z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Every object within a schema, by its path. */
const objectsIn = (schema: Schema, path = ''): [string, Schema][] => [
  ...(schema.type === 'object' ? [[path, schema] as [string, Schema]] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => objectsIn(inner, `${path}.${name}`)),
  ...(schema.items ? objectsIn(schema.items, `${path}[]`) : []),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) =>
    objectsIn(inner, path),
  ),
];

/** Inputs that the MongoDB driver would take for more than a value. */
const OPERATORS: unknown[] = [
  { $gt: '' },
  { $ne: null },
  { $regex: '.*' },
  { $where: 'sleep(1000)' },
  { $in: ['a', 'b'] },
  { $set: { userRole: 'admin' } },
  { _bsontype: 'ObjectId', id: 'aaaaaaaaaaaa' },
  [{ $gt: '' }],
  [],
];

describe.each(calls.map((call) => [call.subject, call] as const))('%s', (_, call) => {
  const fields = Object.keys(schemaOf(call).properties ?? {});

  it('refuses an operator in the place of every field', () => {
    for (const field of fields) {
      for (const operator of OPERATORS) {
        const input = { [field]: operator };
        const result = call.request.safeParse(input);
        const atFault = result.success ? [] : Object.keys(failureOfInput(result.error, input).fields ?? {});
        expect({ field, operator, isRefused: atFault.some((name) => name.split('.')[0] === field) }).toEqual({
          field,
          operator,
          isRefused: true,
        });
      }
    }
  });

  it('refuses unknown fields at any depth', () => {
    const open = objectsIn(schemaOf(call)).filter(
      ([, { additionalProperties }]) => additionalProperties !== false,
    );
    expect(open.map(([path]) => path)).toEqual([]);
    for (const name of ['$set', '$where', '_id', '__v', 'a.b', 'constructor']) {
      const result = call.request.safeParse({ [name]: 1 });
      expect({ name, isTaken: result.success }).toEqual({ name, isTaken: false });
    }
  });
});

describe('the contracts', () => {
  it('are all covered', () => {
    const subjects = calls.map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    for (const { call } of Object.values(ROUTES)) expect(subjects).toContain(call.subject);
    expect(subjects.length).toBeGreaterThan(Object.keys(ROUTES).length - 2);
  });
});
