import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@telemon/contracts/route';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import { type Outcome, isForeign, outcomeOf, principalsOf } from '@telemon/testing/access-table';
import type { ApiAnswer, ApiClient } from '@telemon/testing/api-client';
import { type Installation, useInstallation } from '../installation.ts';
import { type People, givenPeople } from './people.ts';
import type { Sample } from './sample.ts';
import { SAMPLES } from './samples.ts';
import { type Things, givenThings } from './things.ts';

type Method = Parameters<ApiClient['send']>[0];

let installation: Installation;
let people: People;
let things: Things;

beforeAll(async () => {
  installation = await useInstallation();
  people = await givenPeople(installation);
  things = await givenThings(installation, people);
});
afterAll(() => installation.stop());

const rows = Object.entries(ROUTES) as [RouteName, Route][];
const sampled = rows.filter(([name]) => SAMPLES[name] !== undefined);
const methodOf = (name: string) => name.split(' ')[0] as Method;

const kindOf = ({ status }: ApiAnswer<unknown>, outcome: Outcome): Outcome => {
  if (status >= 200 && status < 300) return outcome === 'scoped list' ? 'scoped list' : 'allowed';
  return status as Outcome;
};
const withoutId = ({ status, body }: ApiAnswer<unknown>) => ({ status, body: { ...body, requestId: '' } });

describe('the access table', () => {
  it('has a sample for every guarded row', () => {
    const left = rows.filter(([name, { who }]) => who !== 'public' && SAMPLES[name] === undefined);
    expect(left.map(([name]) => name)).toEqual(['DELETE /user/sessions']);
  });
});

describe.each(sampled)('%s', (name, route) => {
  it.each(principalsOf(route))('answers as the table says: %s', async (principal) => {
    const { path, body, missing, missingBody = body }: Sample = await SAMPLES[name]!(things, principal);
    const client = people.clients[principal];
    const outcome = outcomeOf(route, principal);
    const answer = await client.send(methodOf(name), path, body);
    expect({ path, is: kindOf(answer, outcome) }).toEqual({ path, is: outcome });
    if (outcome === 404) {
      const toMissing = await client.send(methodOf(name), missing!, missingBody);
      expect(withoutId(answer)).toEqual(withoutId(toMissing));
    }
    if (outcome === 'scoped list' && isForeign(principal)) {
      const text = JSON.stringify(answer.body);
      for (const foreign of [
        things.deviceName,
        things.sensorId,
        things.buildingId,
        things.floorId,
        people.assistant.email,
      ]) {
        expect(text).not.toContain(foreign);
      }
    }
  });
});

describe('a crafted path or method', () => {
  const variantsOf = (path: string): [string, string][] => [
    ['with a slash at its end', `${path}/`],
    ['with two slashes', `/${path}`],
    ['in capitals', path.toUpperCase()],
    ['with an encoded dot segment', `/x/%2e%2e${path}`],
    [
      'with an encoded letter',
      path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    ],
    ['with a matrix parameter', `${path};a=b`],
    ['with NUL', `${path}%00`],
  ];

  it.each(sampled.filter(([, { who }]) => who !== 'public'))(
    'gives no further access to %s',
    async (name, route) => {
      for (const principal of principalsOf(route)) {
        const outcome = outcomeOf(route, principal);
        if (outcome === 'allowed' || outcome === 'scoped list') continue;
        const { path, body } = await SAMPLES[name]!(things, principal);
        const tried = await Promise.all(
          variantsOf(path).map(async ([how, variant]) => {
            const { status } = await people.clients[principal].send(methodOf(name), variant, body);
            return { how, variant, principal, isLetIn: status < 400 };
          }),
        );
        expect(tried.filter(({ isLetIn }) => isLetIn)).toEqual([]);
      }
    },
  );

  it('does not override the method by a header', async () => {
    const { url } = installation.product.addresses;
    const { token } = people.clients['manager, foreign'];
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      const response = await fetch(`${url}/v1/device/${things.deviceName}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, [header]: 'DELETE' },
      });
      expect(response.status).toBe(404);
    }
    const head = await fetch(`${url}/v1/device/${things.deviceName}`, { method: 'HEAD' });
    expect([401, 404]).toContain(head.status);
  });
});
