/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeZone } from '../../testing/time-zone.ts';
import { loadLanguage, translate } from '../texts/translate.ts';
import { nextRun } from './next-run.ts';

const AT = '2026-11-30T13:00:00.000Z';

const textIn = (timeZone: string) => nextRun(AT, timeZone, translate).replaceAll('\u202F', ' ');

describe('the time of the next report', () => {
  beforeAll(() => setTimeZone('Europe/Paris'));
  afterAll(() => loadLanguage('en'));

  it("is the installation's, with the viewer's beside it where it is another", () => {
    expect(textIn('America/New_York')).toBe('Nov 30, 2026, 8:00 AM in New York, 2:00 PM your time');
    expect(textIn('Europe/Berlin')).toBe('Nov 30, 2026, 2:00 PM in Berlin');
  });

  it("has the viewer's day, too, where it is another", () => {
    expect(textIn('Pacific/Auckland')).toBe(
      'Dec 1, 2026, 2:00 AM in Auckland, Nov 30, 2026, 2:00 PM your time',
    );
  });

  it('is in French, too', async () => {
    await loadLanguage('fr');
    expect(textIn('America/New_York')).toBe('30 nov. 2026, 08:00 à New York, 14:00 chez vous');
  });
});
