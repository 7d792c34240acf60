import { describe, expect, it } from '@jest/globals';
import { PinIndex } from './pin-index.ts';
import { rowsInSight } from './rows-in-sight.ts';
import { sparkPath } from './spark-path.ts';

const WORLD: [number, number, number, number] = [-180, -85, 180, 85];

describe('the pins of the map', () => {
  const close = [
    { key: 'a', lat: 45.76, lng: 4.83, state: 'normal' as const },
    { key: 'b', lat: 45.761, lng: 4.831, state: 'firing' as const },
    { key: 'c', lat: 45.762, lng: 4.832, state: 'silent' as const },
    { key: 'far', lat: -33.9, lng: 18.4, state: 'normal' as const },
  ];

  it('stand as one where they would touch, in the worst state of its members', () => {
    const pins = new PinIndex(close).within(WORLD, 3);
    expect(pins).toHaveLength(2);
    expect(pins.at(-1)).toMatchObject({ kind: 'cluster', count: 3, state: 'firing', worst: 1 });
  });

  it('stand apart when the map is close enough', () => {
    const pins = new PinIndex(close).within([4, 45, 5, 46], 17);
    expect(pins.map(({ kind }) => kind)).toEqual(['one', 'one', 'one']);
  });

  it('can be told apart in a list where they share one spot', () => {
    const same = ['a', 'b'].map((key) => ({ key, lat: 1, lng: 1, state: 'normal' as const }));
    const index = new PinIndex(same);
    const [pin] = index.within(WORLD, 17);
    expect(pin).toMatchObject({ kind: 'cluster', count: 2 });
    expect(pin?.kind === 'cluster' && index.members(pin.id, 10).map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('the window over the cards', () => {
  it('holds the rows in sight and a few beyond', () => {
    expect(rowsInSight({ top: -2_880, height: 900, row: 288, rows: 3_334 })).toEqual({ first: 8, last: 16 });
  });

  it('ends where the rows end', () => {
    expect(rowsInSight({ top: 150, height: 900, row: 288, rows: 3 })).toEqual({ first: 0, last: 3 });
    expect(rowsInSight({ top: -99_999, height: 900, row: 288, rows: 3 })).toEqual({ first: 3, last: 3 });
  });
});

describe("a card's small line", () => {
  it('leaves a gap where nothing came, and ends at the newest value', () => {
    const { path, end } = sparkPath([1, 2, null, 3], 90, 44);
    expect(path).toBe('M0 40L30 22M90 4');
    expect(end).toEqual({ x: 90, y: 4 });
  });

  it('is flat through the middle where nothing changes, and nothing where nothing is', () => {
    expect(sparkPath([5, 5], 10, 44).path).toBe('M0 22L10 22');
    expect(sparkPath([null], 10, 44)).toEqual({ path: '', end: null });
  });
});
