/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fileSize } from './numbers.ts';
import { loadLanguage, translate } from './translate.ts';
import { until } from './time.ts';

const NOW = new Date(2026, 10, 28, 12).getTime();

describe('French', () => {
  beforeAll(() => loadLanguage('fr'));
  afterAll(() => loadLanguage('en'));

  it('counts silent devices', () => {
    const texts = [0, 1, 2].map((smart_count) => translate('home.counts.silent', { smart_count }));
    expect(texts).toEqual(['muet', 'muet', 'muets']);
  });

  it('has its own units for the size of a file', () => {
    expect([812, 4_300, 5_242_880, 3 * 1_024 ** 3].map(fileSize)).toEqual([
      '812 o',
      '4,2 Ko',
      '5 Mo',
      '3 Go',
    ]);
  });

  it('says until when', () => {
    const ends = [new Date(2026, 10, 28, 14, 5), new Date(2026, 10, 29), new Date(2027, 0, 2, 8)];
    expect(ends.map((end) => until(end.getTime(), NOW, translate))).toEqual([
      'jusqu’à 14:05',
      'jusqu’au 29 nov. à 00:00',
      'jusqu’au 2 janv. 2027 à 08:00',
    ]);
  });
});
