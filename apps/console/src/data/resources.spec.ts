import { describe, expect, it } from '@jest/globals';
import { isSortedBy } from './resources.ts';

describe('the order of a list', () => {
  it('is that of a column which its call can sort by, and of no other', () => {
    const sorted = [
      ['device', 'deviceAlias'],
      ['device', 'bogus'],
      ['alert-log-of-device', 'triggeredAt'],
      ['managers', 'name'],
      ['nothing', 'name'],
    ].map(([resource, field]) => isSortedBy(resource!, field!));
    expect(sorted).toEqual([true, false, true, false, false]);
  });
});
