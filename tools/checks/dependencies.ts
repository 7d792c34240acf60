import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

type Versions = Readonly<Record<string, string>>;

interface Package {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const packageFiles = (): string[] =>
  ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name, 'package.json')))
    .filter((path) => existsSync(join(ROOT, path)))
    .concat('package.json');

const dependenciesOf = (path: string): string[] => {
  const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Package;
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
};

const inOrder = (names: string[]): string[] => [...new Set(names)].sort();

/** The packages that the product and its tools depend on, without our own and without types. */
export const dependencies = (): string[] =>
  inOrder(packageFiles().flatMap(dependenciesOf)).filter((name) => !/^@(telemon|types)\//.test(name));

/** The packages in the first column of docs/dependencies.md. */
export const explainedDependencies = (): string[] => {
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8');
  const cells = [...page.matchAll(/^\| ([^|]+)\|/gm)].map(([, cell]) => cell!);
  return inOrder(cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)));
};
