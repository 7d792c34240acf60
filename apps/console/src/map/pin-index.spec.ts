import { describe, expect, it } from '@jest/globals';
import { WorldPins } from './pin-index.ts';

const WORLD: [number, number, number, number] = [-180, -85, 180, 85];

describe('the pins of the map', () => {
  const close = [
    { key: 'a', lat: 45.76, lng: 4.83, state: 'normal' as const },
    { key: 'b', lat: 45.761, lng: 4.831, state: 'firing' as const },
    { key: 'c', lat: 45.762, lng: 4.832, state: 'silent' as const },
    { key: 'far', lat: -33.9, lng: 18.4, state: 'normal' as const },
  ];

  it('form a group where they would overlap, in the worst state of its members', () => {
    const pins = new WorldPins(close).within(WORLD, 3);
    expect(pins).toHaveLength(2);
    expect(pins.at(-1)).toMatchObject({ kind: 'group', count: 3, state: 'firing', worst: 1 });
  });

  it('are separate at a close zoom', () => {
    const pins = new WorldPins(close).within([4, 45, 5, 46], 17);
    expect(pins.map(({ kind }) => kind)).toEqual(['one', 'one', 'one']);
  });

  it('show current states, also when the clusters are reused', () => {
    const former = new WorldPins(close);
    const now = (change: (place: (typeof close)[number]) => object) =>
      new WorldPins(
        close.map((place) => ({ ...place, ...change(place) })),
        former,
      ).within(WORLD, 3);
    expect(now(() => ({ state: 'firing' })).map(({ state }) => state)).toEqual(['firing', 'firing']);
    expect(now(() => ({ state: 'firing' }))).toContainEqual(expect.objectContaining({ count: 3, worst: 3 }));
    expect(now(() => ({ state: 'normal' })).map(({ state }) => state)).toEqual(['normal', 'normal']);
    const moved = now(({ key }) => (key === 'b' ? { lat: 10 } : {}));
    expect(moved.at(-1)).toMatchObject({ kind: 'one', key: 'b', lat: 10, state: 'firing' });
    expect(now(({ key }) => ({ key: `${key}2` }))).toContainEqual(expect.objectContaining({ key: 'far2' }));
  });

  it('are counted when thousands share one spot', () => {
    const state = 'silent' as const;
    const many = Array.from({ length: 20_000 }, (_, key) => ({ key: String(key), lat: 1, lng: 1, state }));
    expect(new WorldPins(many).within(WORLD, 17)).toMatchObject([{ count: 20_000, state, worst: 20_000 }]);
  });

  it('are listed when they share one spot', () => {
    const same = ['a', 'b'].map((key) => ({ key, lat: 1, lng: 1, state: 'normal' as const }));
    const [pin] = new WorldPins(same).within(WORLD, 17);
    expect(pin).toMatchObject({ kind: 'group', count: 2 });
    expect(pin?.kind === 'group' && pin.members(10).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(pin?.kind === 'group' && pin.parts()).toBe(false);
  });
});
