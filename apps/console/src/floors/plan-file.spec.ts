import { describe, expect, it } from '@jest/globals';
import { translate } from '../texts/translate.ts';
import { faultOfPlan } from './plan-file.ts';

const MB = 1_048_576;
const faultOf = (...files: { name: string; size: number }[]) => faultOfPlan(files, translate);

describe('a file for a plan', () => {
  it('is one image of the kinds that there are, however its name is written', () => {
    const names = ['a.png', 'b.JPEG', 'c.Jpg', 'd.e.svg'];
    expect(names.map((name) => faultOf({ name, size: MB }))).toEqual([null, null, null, null]);
  });

  it('is told at once to be of another kind, too large, empty, or not alone', () => {
    expect(faultOf({ name: 'plan.pdf', size: MB })).toBe(
      'plan.pdf is no .png, .jpeg, .jpg or .svg image. Save the plan as one and choose that',
    );
    expect(faultOf({ name: 'plan.png', size: 10 * MB })).toBeNull();
    expect(faultOf({ name: 'plan.png', size: 10 * MB + 1 })).toBe(
      'plan.png is larger than 10 MB. Make it smaller and choose it again',
    );
    expect(faultOf({ name: 'a.png', size: 1 }, { name: 'b.png', size: 1 })).toBe('Choose one image only');
    expect(faultOf({ name: 'plan.png', size: 0 })).toBe('plan.png is empty. Choose another one');
    expect(faultOf()).toBe('Please upload an image!');
  });
});
