import { describe, expect, it } from '@jest/globals';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { foundBy, literally } from './sorted-page.ts';

describe('the pattern of a search text', () => {
  it.each(['.*', '^a|b$', '(a+)+$', '[a-z]', 'a{2}', 'a\\d', '$&', '1/2', 'a-b', '😀?', '\\'])(
    'finds %s literally, not as a regular expression',
    (text) => {
      const pattern = literally(text);
      expect(pattern.test(`before ${text.toUpperCase()} after`)).toBe(true);
      expect(pattern.test('aaaaaaaa b 1 2 aa5')).toBe(false);
    },
  );

  it('takes linear time for any search text', async () => {
    const bomb = '(a|a)*(a+)+$';
    const searching = () => timeOf(async () => expect(literally(bomb).test('a'.repeat(100_000))).toBe(false));
    expect(await quickest(searching, 200)).toBeLessThan(200);
  });
});

describe('the filter of a search', () => {
  it('matches the text in one of the fields, or another condition', () => {
    expect(foundBy<{ name: string; email: string }>('A.b', ['name', 'email'], { name: 'x' })).toEqual({
      $or: [{ name: /A\.b/i }, { email: /A\.b/i }, { name: 'x' }],
    });
  });

  it.each([undefined, ''])('matches everything for the text %p', (typed) => {
    expect(foundBy(typed, ['name'], { name: 'x' })).toEqual({});
  });
});
