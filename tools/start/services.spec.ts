import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT, readOptions } from './options.ts';
import { type Installation, type Service, SERVICES } from './services.ts';

const installation = {
  options: readOptions([], {}),
  secrets: { databases: {} },
  ports: {},
  addresses: { mongodb: () => '', kafkaBrokers: '', natsUrl: '', redisUrl: '' },
} as unknown as Installation;

/** Under `npm start`, the outbox listens on 127.0.0.1. */
const LEFT_ALONE = ['HOST of outbox'];

/** The service's own variables, as its `config.ts` declares them. */
const declaredBy = ({ name }: Service): string[] => {
  const source = readFileSync(join(CHECKOUT, 'apps', name, 'src/config.ts'), 'utf8');
  return [...source.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, variable]) => variable!);
};

describe('the services under npm start', () => {
  it('get each of their variables: from the launcher, or from its environment', () => {
    const missing = SERVICES.flatMap((service) => {
      const given = new Set([...Object.keys(service.env(installation)), ...(service.passes ?? [])]);
      return declaredBy(service)
        .filter((variable) => !given.has(variable))
        .map((variable) => `${variable} of ${service.name}`);
    });
    expect(missing).toEqual(LEFT_ALONE);
  });
});
