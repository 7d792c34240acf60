import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { join as joined } from 'node:path/posix';
import { ROOT } from './source-files.ts';

const CONSOLE = join(ROOT, 'apps/console/src');

/** Folder → the folders that its files import from, types included. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const sources = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path) && path.includes('/'),
  );
  for (const path of sources) {
    const folder = path.split('/')[0]!;
    const from = imports.get(folder) ?? new Set();
    for (const [, named] of readFileSync(join(CONSOLE, path), 'utf8').matchAll(/'(\.\.?\/[^']+)'/g)) {
      const imported = joined(path, '..', named!);
      if (imported.includes('/')) from.add(imported.split('/')[0]!);
    }
    from.delete(folder);
    imports.set(folder, from);
  }
  return imports;
}

/** All folders that a folder imports from, directly or through others. */
function reachedFrom(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(imports.get(folder));
  // Grows during the loop, until no folder is new.
  for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next);
  return reached;
}

describe('the folders of the console', () => {
  const imports = importsByFolder();

  it('import each other in one direction only', () => {
    const inCycles = [...imports.keys()].filter((folder) => reachedFrom(folder, imports).has(folder));
    expect(inCycles).toEqual([]);
  });

  it('include the shared parts, which import no feature', () => {
    const shared = ['kit', 'data', 'live', 'texts', 'mui-theme'];
    const others = shared.flatMap((folder) =>
      [...imports.get(folder)!].filter((each) => !shared.includes(each)),
    );
    expect(others).toEqual([]);
  });
});
