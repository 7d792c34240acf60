import { join } from 'node:path/posix';

/** Path → text of the sources, by their paths from the checkout. */
type Sources = ReadonlyMap<string, string>;

/** Each way to name another file: an import without those of types, the address of a program, and the environment of a spec. */
const NAMING = [
  /^\s*(?:import|export)\s(?!type\s)[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(?\s*['"`]([^'"`]+)['"`]/g,
  /\bnew URL\(\s*['"`]([^'"`]+)['"`]/g,
  /@jest-environment <rootDir>\/(\S+)/g,
];

/** The files that import one of `changed`, directly or through others, and `changed` themselves. */
export function reachedBy(changed: readonly string[], sources: Sources): Set<string> {
  const importers = importersIn(sources);
  const reached = new Set(changed);
  // Grows during the loop, until no file is new.
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  return reached;
}

function importersIn(sources: Sources): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const [, named] of NAMING.flatMap((naming) => [...text.matchAll(naming)])) {
      const imported = pathOf(named!, path, sources);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/** The path of a file by its name in another one; for an installed package its name, which is no path of ours. */
function pathOf(named: string, from: string, sources: Sources): string {
  const [name] = named.split('?') as [string];
  if (name.startsWith('.')) return join(from, '..', name);
  const [, project, file] = /^@telemon\/([\w-]+)\/(.+)$/.exec(name) ?? [];
  if (project === undefined) return name;
  // The packages export `./*` as `./src/*.ts`.
  const [lib, app] = ['libs', 'apps'].map((folder) => `${folder}/${project}/src/${file}.ts`) as [
    string,
    string,
  ];
  return sources.has(lib) ? lib : app;
}
