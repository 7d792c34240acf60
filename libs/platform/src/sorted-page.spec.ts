import { describe, expect, it } from '@jest/globals';
import { foundBy, literally } from './sorted-page.ts';

describe('a pattern for what a person typed', () => {
  it.each(['.*', '^a|b$', '(a+)+$', '[a-z]', 'a{2}', 'a\\d', '$&', '1/2', 'a-b', '😀?', '\\'])(
    'finds %s, and nothing that it would mean as a regular expression',
    (text) => {
      const pattern = literally(text);
      expect(pattern.test(`before ${text.toUpperCase()} after`)).toBe(true);
      expect(pattern.test('aaaaaaaa b 1 2 aa5')).toBe(false);
    },
  );

  it('takes its time from the length of a text, not from what stands in it', () => {
    const bomb = '(a|a)*(a+)+$';
    const began = performance.now();
    expect(literally(bomb).test('a'.repeat(100_000))).toBe(false);
    expect(performance.now() - began).toBeLessThan(200);
  });
});

describe('what a search finds', () => {
  it('has what was typed in one of the fields, or is found in another way', () => {
    expect(foundBy<{ name: string; email: string }>('A.b', ['name', 'email'], { name: 'x' })).toEqual({
      $or: [{ name: /A\.b/i }, { email: /A\.b/i }, { name: 'x' }],
    });
  });

  it.each([undefined, ''])('is everything where %p was typed', (typed) => {
    expect(foundBy(typed, ['name'], { name: 'x' })).toEqual({});
  });
});
