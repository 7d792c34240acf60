import { describe, expect, it } from '@jest/globals';
import { cyclesIn, featureOf, importsOfProducts, projectOf, type Import, type Imports } from './imports.ts';

const EDGES = ['apps/mqtt-bridge', 'apps/udp-router'];

/** The feature whose only part is a repository: the form of readings in the database, for the features that take in, seal and read them. */
const SHARED_STORAGE = 'stored-readings';

const imports = importsOfProducts();

/** The imports for which `isWrong` holds, as "importing file → imported file or package". */
const importsThat = (isWrong: (path: string, imported: Import) => boolean): string[] =>
  [...imports].flatMap(([path, all]) =>
    all.filter((imported) => isWrong(path, imported)).map(({ from }) => `${path} → ${from}`),
  );

const isOurs = (from: string): boolean => /^(apps|libs)\//.test(from);
const isForTests = (path: string): boolean => path.includes('/testing/') || path.startsWith('apps/e2e/');

/** The other projects whose files a file may import. */
const allowedFor = (path: string): string[] => {
  const project = projectOf(path);
  if (project === 'libs/contracts') return [];
  if (project === 'libs/platform') return ['libs/contracts'];
  if (isForTests(path)) return ['libs/contracts', 'libs/platform', 'libs/edge', 'libs/testing'];
  if (project === 'apps/console') return ['libs/contracts'];
  return ['libs/contracts', 'libs/platform', ...(EDGES.includes(project) ? ['libs/edge'] : [])];
};

/** The classes of repositories that a file imports from another feature. */
const foreignRepositories = (): string[] =>
  [...imports]
    .filter(([path]) => !isForTests(path))
    .flatMap(([path, all]) =>
      all
        .filter(
          ({ from }) =>
            from.endsWith('.repository.ts') &&
            featureOf(from) !== featureOf(path) &&
            featureOf(from) !== SHARED_STORAGE,
        )
        .flatMap(({ names }) => names.match(/\b\w+Repository\b/g) ?? [])
        .map((name) => `${path} → ${name}`),
    );

describe('the imports', () => {
  it('form no cycle, neither of types nor at runtime', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  it('of contracts are of zod and of contracts only', () => {
    const isWrong = (path: string, { from }: Import) =>
      projectOf(path) === 'libs/contracts' && !isOurs(from) && from !== 'zod';
    expect(importsThat(isWrong)).toEqual([]);
  });

  it('lead from apps to libs to contracts: never to another app, and to edge only from the edges', () => {
    const isWrong = (path: string, { from }: Import) =>
      isOurs(from) && projectOf(from) !== projectOf(path) && !allowedFor(path).includes(projectOf(from));
    expect(importsThat(isWrong)).toEqual([]);
  });

  it('of repositories stay within a feature', () => {
    expect(foreignRepositories()).toEqual([]);
  });
});

describe('a cycle of imports', () => {
  const between = (...pairs: string[]): Imports =>
    new Map(
      [...new Set(pairs.flatMap((pair) => pair.split('-')))].map((path) => [
        path,
        pairs
          .map((pair) => pair.split('-'))
          .filter(([importing]) => importing === path)
          .map(([, from]) => ({ from: from!, names: '' })),
      ]),
    );

  it('is found with all its files, and without files that only lead to it', () => {
    expect(cyclesIn(between('start-a', 'a-b', 'b-c', 'c-a', 'c-end', 'start-end'))).toEqual([
      ['a', 'b', 'c'],
    ]);
    expect(cyclesIn(between('a-b', 'a-c', 'b-d', 'c-d'))).toEqual([]);
    expect(cyclesIn(between('a-a'))).toEqual([['a']]);
  });
});
