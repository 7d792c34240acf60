import { describe, expect, it } from '@jest/globals';
import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import { faultOfFiles } from './one-file.ts';

const MB = 1_048_576;
const faultOf = (...files: { name: string; size: number }[]) => faultOfFiles(files, PLAN_FILE);

describe('a chosen file', () => {
  it('is accepted with any extension of its kind, in any case', () => {
    const names = ['a.png', 'b.JPEG', 'c.Jpg', 'd.e.svg'];
    expect(names.map((name) => faultOf({ name, size: MB }))).toEqual([null, null, null, null]);
  });

  it('is rejected if it is of another kind, too large, empty, or one of several', () => {
    expect(faultOf({ name: 'plan.pdf', size: MB })).toBe('otherKind');
    expect(faultOf({ name: 'plan.png', size: 10 * MB })).toBeNull();
    expect(faultOf({ name: 'plan.png', size: 10 * MB + 1 })).toBe('tooLarge');
    expect(faultOf({ name: 'a.png', size: 1 }, { name: 'b.png', size: 1 })).toBe('many');
    expect(faultOf({ name: 'plan.png', size: 0 })).toBe('empty');
  });
});
