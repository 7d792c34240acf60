import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

/** The files that build a regular expression, and from which text; user input is used escaped only. */
const MADE_OF = {
  'libs/platform/src/sorted-page.ts': 'a text with every special character escaped',
  'apps/alerting/src/delivery/message-variables.ts': 'the names of the variables that a message may hold',
  'apps/gateway/src/console/page-settings.ts': 'the names of the page’s own elements',
};

/** The files with an unordered write of the driver. */
const OF_THE_DRIVER = ['apps/auth/src/migrations/0001-copy-resets.ts', 'libs/platform/src/mongo-outcome.ts'];

const folders = readdirSync(join(ROOT, 'apps'))
  .map((app) => `apps/${app}/src`)
  .concat('libs/contracts/src', 'libs/platform/src')
  .filter((folder) => !/apps\/(console|e2e)\//.test(folder));
const sources = folders.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => `${folder}/${path}`),
);
const holding = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8'))).sort();

describe('a file of code', () => {
  it('has at most 300 lines', () => {
    const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;
    expect(
      paths
        .trim()
        .split('\n')
        .filter((path) => linesOf(path) > 300),
    ).toEqual([]);
  });
});

describe('a write to many documents', () => {
  it('has its outcome read in one file, because a lost connection looks like a success', () => {
    expect(holding(/\b(writeErrors|getWriteErrors)\b/)).toEqual(['libs/platform/src/mongo-outcome.ts']);
  });

  it('fails if a write does not fit the schema; the driver, used in known files, knows none', () => {
    expect(holding(/ordered: false(?!, throwOnValidationError: true)/)).toEqual(OF_THE_DRIVER);
  });
});

describe('user input', () => {
  it('becomes part of a regular expression in known files only, escaped', () => {
    expect(holding(/\bRegExp\(/)).toEqual(Object.keys(MADE_OF).sort());
    // These methods convert a string argument into a pattern.
    expect(holding(/\.(match|matchAll|search)\((?!\s*\/)/)).toEqual([]);
    expect(holding(/\$regex/)).toEqual([]);
  });

  it('is never executed by the database', () => {
    expect(holding(/\$(where|function|accumulator)\b/)).toEqual([]);
  });
});
