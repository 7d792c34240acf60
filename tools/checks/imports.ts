import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { join as joined } from 'node:path/posix';
import { ROOT } from './source-files.ts';

/** Each way to import: with names, also of types; without names; and at runtime. */
const IMPORTS = [
  /^\s*(?:import|export)\s(?<names>[^'"`;]*?)\bfrom\s*'(?<from>[^']+)'/gm,
  /^\s*import\s*'(?<from>[^']+)'/gm,
  /\bimport\(\s*'(?<from>[^']+)'/g,
];

export interface Import {
  /** The path of a file of ours, or the name of another package. */
  from: string;
  /** The text with the imported names, such as `{ Id, type Actor }`. */
  names: string;
}
/** The imports of each file, by its path. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** The files of the apps and libs, and of the apps' `testing` folders, without specs. */
export const importsOfProducts = (): Imports => {
  const paths = new Set(
    ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).flatMap((project) =>
        ['src', 'testing'].flatMap((part) => sourcesIn(`${folder}/${project}/${part}`)),
      ),
    ),
  );
  return new Map([...paths].map((path) => [path, importsOf(path, paths)]));
};

/** Groups of files that all import each other, directly or through others of the group. */
export const cyclesIn = (imports: Imports): string[][] => {
  const places = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  // Tarjan's algorithm: a file that reaches no file opened before it forms a group with the open files after it.
  const visit = (path: string) => {
    const place = places.size;
    places.set(path, place);
    lowest.set(path, place);
    open.push(path);
    for (const { from } of imports.get(path)!) {
      if (!imports.has(from)) continue;
      if (!places.has(from)) visit(from);
      if (open.includes(from)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(from)!));
    }
    if (lowest.get(path) !== place) return;
    const closed = open.splice(open.indexOf(path)).sort();
    if (closed.length > 1 || imports.get(path)!.some(({ from }) => from === path)) cycles.push(closed);
  };
  for (const path of imports.keys()) if (!places.has(path)) visit(path);
  return cycles;
};

/** `apps/devices` of `apps/devices/src/latest/latest.service.ts`. */
export const projectOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** `latest` of `apps/devices/src/latest/latest.service.ts`. */
export const featureOf = (path: string): string => path.split('/').slice(3, -1)[0] ?? '';

const sourcesIn = (folder: string): string[] => {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`);
};

const importsOf = (path: string, paths: ReadonlySet<string>): Import[] => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return IMPORTS.flatMap((form) =>
    [...text.matchAll(form)].map(({ groups }) => ({
      from: pathOf(groups!.from!, path, paths),
      names: groups!.names ?? '',
    })),
  );
};

/** The path of an imported file of ours; for another package, its name. */
const pathOf = (name: string, from: string, paths: ReadonlySet<string>): string => {
  if (name.startsWith('.')) return joined(from, '..', name);
  const [, project, file] = /^@telemon\/([\w-]+)\/(.+)$/.exec(name) ?? [];
  if (project === undefined) return name;
  // Our packages export `./*` as `./src/*.ts`.
  const ofLib = `libs/${project}/src/${file}.ts`;
  return paths.has(ofLib) ? ofLib : `apps/${project}/src/${file}.ts`;
};
