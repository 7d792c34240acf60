import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_CONFIG_FILE, configFileOf, undocumentedOf } from './configuration-table.ts';
import { dependencies, explainedDependencies } from './dependencies.ts';
import { documentsFromCode } from './documents.ts';
import { PAGES, brokenLinksOf } from './links.ts';
import { ROOT, SERVICES } from './source-files.ts';
import { missingPlaces } from './unknown-outcomes.ts';

describe('the documents', () => {
  it('have the topics, calls, collections and variables of the code', async () => {
    for (const [path, text] of await documentsFromCode()) {
      expect({ path, text: readFileSync(join(ROOT, path), 'utf8') }).toEqual({ path, text });
    }
  });

  it('describe every variable', () => {
    const undocumented = [SHARED_CONFIG_FILE, ...SERVICES.map(configFileOf)].flatMap(undocumentedOf);
    expect(undocumented).toEqual([]);
  });

  it('name only existing tests in docs/security.md', () => {
    const named = [
      ...readFileSync(join(ROOT, 'docs/security.md'), 'utf8').matchAll(/`([\w/.-]+\.spec\.tsx?)`/g),
    ];
    const missing = named.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)));
    expect({ isAnyNamed: named.length > 0, missing }).toEqual({ isAnyNamed: true, missing: [] });
  });

  it('name only existing files and words in docs/unknown-outcomes.md', () => {
    expect(missingPlaces()).toEqual([]);
  });

  it('link only to existing files and headings', () => {
    const broken = PAGES.flatMap((page) => brokenLinksOf(page).map((link) => ({ page, link })));
    expect(broken).toEqual([]);
  });

  it('give the reason for each dependency, and for no other', () => {
    expect(explainedDependencies()).toEqual(dependencies());
  });
});
