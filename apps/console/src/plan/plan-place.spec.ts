import { describe, expect, it } from '@jest/globals';
import { placeAfterKey, placeAt, placeIn, pointOf } from './plan-place.ts';

const PLAN = { width: 800, height: 400 };

describe('a place on a plan', () => {
  it('is measured from the upper left corner, in percent', () => {
    expect(pointOf({ xValue: 25, yValue: 10 }, PLAN)).toEqual([-40, 200]);
    expect(placeAt({ lat: -40, lng: 200 }, PLAN)).toEqual({ xValue: 25, yValue: 10 });
  });

  it('is rounded to a hundredth of a percent', () => {
    expect(placeAt({ lat: -133.333, lng: 266.666 }, PLAN)).toEqual({ xValue: 33.33, yValue: 33.33 });
  });

  it('is on the edge for a point outside the plan', () => {
    expect(placeAt({ lat: 12, lng: 900 }, PLAN)).toEqual({ xValue: 100, yValue: 0 });
  });

  it('moves by arrow keys, further with Shift, within the plan', () => {
    const place = { xValue: 50, yValue: 1 };
    const after = (key: string, shiftKey = false) => placeAfterKey(place, { key, shiftKey });
    expect(after('ArrowRight')).toEqual({ xValue: 50.5, yValue: 1 });
    expect(after('ArrowLeft', true)).toEqual({ xValue: 45, yValue: 1 });
    expect(after('ArrowUp', true)).toEqual({ xValue: 50, yValue: 0 });
    expect(after('ArrowDown')).toEqual({ xValue: 50, yValue: 1.5 });
    expect(after('Tab')).toBeNull();
  });

  it('is null until both numbers are valid', () => {
    expect(placeIn(0, 100)).toEqual({ xValue: 0, yValue: 100 });
    expect([placeIn(null, 5), placeIn(5, 100.1), placeIn(-1, 5)]).toEqual([null, null, null]);
  });
});
