import {
  bodyNoObject,
  forbiddenText,
  givenTwice,
  notAsInPath,
  notInAddress,
  tooDeep,
} from './request.errors.ts';

/** Deeper than any form sends, and shallow enough for recursive code. */
const DEEPEST = 16;

type Values = Record<string, unknown>;

interface RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The input of a call: path parameters, query and body together, where the body wins over the query. Neither may
 * contradict the path, so that a call that names two things changes neither. A `userRole` in the query is accepted and
 * ignored. `bodyOnly` refuses every other query parameter: histories and proxies keep addresses.
 */
export const inputOf = ({ params, query, body }: RequestParts, { bodyOnly = false } = {}): Values => {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw bodyNoObject();
  }
  const { userRole: _ignored, ...asked } = query as Values;
  const repeated = Object.entries(asked).find(([, value]) => Array.isArray(value))?.[0];
  if (repeated !== undefined) {
    throw givenTwice({ key: repeated }, { fields: { [repeated]: 'Given more than once' } });
  }
  const named = params as Values;
  const beside = { ...asked, ...(body as Values | null) };
  const input = { ...beside, ...named };
  refuseUnsafe(input);
  const [exposed] = bodyOnly ? Object.keys(asked) : [];
  if (exposed !== undefined) {
    const fields = { [exposed]: 'Should be in the body, not in the address' };
    throw notInAddress({ key: exposed }, { fields });
  }
  const other = Object.keys(named).find((key) => Object.hasOwn(beside, key) && beside[key] !== named[key]);
  if (other !== undefined) {
    throw notAsInPath({ key: other }, { fields: { [other]: 'Should be as in the path' } });
  }
  return input;
};

/** Refuses NUL, a prototype and deep nesting in any field, before other code reads the input. */
const refuseUnsafe = (input: Values): void => {
  const waiting: { key: string; value: unknown; depth: number }[] = [{ key: '', value: input, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { key, value, depth } = next;
    if (key === '__proto__' || key.includes('\0')) throw forbidden(key);
    if (typeof value === 'string' && value.includes('\0')) throw forbidden(key);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST) throw tooDeep();
    for (const [name, inner] of Object.entries(value)) {
      waiting.push({ key: name, value: inner, depth: depth + 1 });
    }
  }
};

const forbidden = (field: string) => {
  const key = field.replaceAll('\0', '');
  // A computed key defines an own property, even for `__proto__`.
  return forbiddenText({ key }, { fields: { [key]: 'Holds a character that is not allowed' } });
};
