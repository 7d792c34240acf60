import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SERVICES } from './source-files.ts';

interface Variable {
  name: string;
  says: string;
}

/** Each variable of a `config.ts` with its doc comment. */
const variablesOf = (path: string): Variable[] => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  return [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([A-Z][A-Z0-9_]+):/g)].map(
    ([, comment, name]) => ({
      name: name!,
      says: comment!
        .replace(/^\s*\*/gm, '')
        .replace(/\s+/g, ' ')
        .trim()
        .replaceAll('|', '\\|'),
    }),
  );
};

/** Variables of a `config.ts` without a doc comment. */
export const undocumentedOf = (path: string): string[] => {
  const documented = new Set(variablesOf(path).map(({ name }) => name));
  const declared = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^\s+([A-Z][A-Z0-9_]+): /gm)];
  return declared.map(([, name]) => name!).filter((name) => !documented.has(name));
};

export const configFileOf = (app: string): string => `apps/${app}/src/config.ts`;
export const SHARED_CONFIG_FILE = 'libs/platform/src/config.ts';

const section = (title: string, path: string): string => {
  const rows = variablesOf(path).map(({ name, says }) => `| \`${name}\` | ${says} |`);
  return rows.length === 0
    ? ''
    : [`## ${title}`, '', '| variable | meaning |', '| --- | --- |', ...rows, ''].join('\n');
};

/** The whole of docs/configuration.md, from the services' own `config.ts`. */
export const configurationPage = (): string =>
  [
    '# Configuration',
    '',
    'Generated from each `config.ts` by `node tools/checks/write.ts`. `npm start` sets the variables that a service needs, and passes the others on',
    'from its environment; its own options are in [operations](operations.md#options). With a wrong value, a service exits and prints the',
    'name of the variable and the expected value.',
    '',
    section('Every service', SHARED_CONFIG_FILE),
    ...SERVICES.map((app) => section(app, configFileOf(app))),
  ].join('\n');
