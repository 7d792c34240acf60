import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

/** Where a pattern is put together, and of what: none takes a person's text as anything but its letters. */
const MADE_OF = {
  'libs/platform/src/sorted-page.ts': 'a text of which every sign is escaped',
  'apps/alerting/src/delivery/message-variables.ts': 'the names of the variables that a message may hold',
  'apps/gateway/src/console/page-settings.ts': 'the names of the page’s own elements',
};

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

describe('a write to many documents', () => {
  it('has its outcome read in one place, as a lost line looks like one without a fault', () => {
    expect(holding(/\b(writeErrors|getWriteErrors)\b/)).toEqual(['libs/platform/src/mongo-outcome.ts']);
  });
});

describe('what people write', () => {
  it('becomes part of a regular expression in one place, letter by letter', () => {
    expect(holding(/\bRegExp\(/)).toEqual(Object.keys(MADE_OF).sort());
    // These make a pattern of a text that they are given.
    expect(holding(/\.(match|matchAll|search)\((?!\s*\/)/)).toEqual([]);
    expect(holding(/\$regex/)).toEqual([]);
  });

  it('is never run by the database', () => {
    expect(holding(/\$(where|function|accumulator)\b/)).toEqual([]);
  });
});
