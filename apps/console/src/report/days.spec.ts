import { describe, expect, it } from '@jest/globals';
import { readDay, shownDay } from './days.ts';

describe('a day of a report', () => {
  it('is shown and typed as dd/MM/yyyy', () => {
    expect(shownDay('2026-11-05')).toBe('05/11/2026');
    expect(readDay('05/11/2026')).toBe('2026-11-05');
    expect(readDay(' 29/02/2028 ')).toBe('2028-02-29');
  });

  it.each(['', '5/11/2026', '31/02/2026', '11/25/2026', '2026-11-05', '05/11/26', '00/01/2026'])(
    'is not %p',
    (typed) => {
      expect(readDay(typed)).toBe('');
    },
  );
});
