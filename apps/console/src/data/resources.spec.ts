import { describe, expect, it } from '@jest/globals';
import { isSortedBy } from './resources.ts';

describe('the order of a list', () => {
  it('is by a column that its request can sort by', () => {
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
