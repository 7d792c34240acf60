import { describe, expect, it } from '@jest/globals';
import { Name } from './fields.ts';

describe('a name', () => {
  it.each(['abc', 'n'.repeat(25), 'Økern 3', '東京都', 'كوبر', '<b>x', '👩‍👩‍👧‍👦', '❄️❄️❄️'])(
    'may be %s',
    (name) => {
      expect(Name.parse(name)).toBe(name);
    },
  );

  it('is trimmed', () => {
    expect(Name.parse('  abc\u00a0')).toBe('abc');
  });

  it.each([
    ['two letters', 'ab', 'At least 3 characters'],
    ['26 letters', 'n'.repeat(26), 'At most 25 characters'],
    ['a line break', 'abc\ndef', 'Letters, digits and signs in one line only'],
    ['a direction mark', 'abc\u202edef', 'Letters, digits and signs in one line only'],
    ['zero-width spaces alone', '\u200b\u200b\u200b', 'Letters, digits and signs in one line only'],
    ['invisible letters alone', '\u3164\u3164\u3164', 'Letters, digits and signs in one line only'],
  ])('is not %s', (_, name, says) => {
    expect(Name.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([says]);
  });
});
