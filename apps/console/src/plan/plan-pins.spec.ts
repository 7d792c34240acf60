import { describe, expect, it } from '@jest/globals';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import { PlanPins } from './plan-pins.ts';

/** Screen pixels per plan pixel: 1 at the whole plan's zoom, doubled every nine levels. */
const scale = (zoom: number) => 2 ** ((zoom - 3) / 9);
const at = (key: string, lng: number, lat: number, state: ShownState = 'normal') => ({
  key,
  lat,
  lng,
  state,
});
const PLAN: [number, number, number, number] = [0, -300, 400, 0];

describe('the pins of a plan', () => {
  it('form a group where they would overlap, in the worst state of its members', () => {
    const close = [at('a', 100, -100), at('b', 110, -100, 'firing'), at('c', 300, -100)];
    const pins = new PlanPins(close, scale).within(PLAN, 3);
    expect(pins.map(({ kind, key }) => [kind, key])).toEqual([
      ['one', 'c'],
      ['group', 'group of a'],
    ]);
    expect(pins[1]).toMatchObject({ lng: 100, lat: -100, count: 2, worst: 1, state: 'firing' });
  });

  it('are split by a closer zoom', () => {
    const close = [at('a', 100, -100), at('b', 110, -100)];
    const index = new PlanPins(close, scale);
    const [group] = index.within(PLAN, 3);
    expect(group?.kind === 'group' && group.parts()).toBe(true);
    expect(index.within(PLAN, 3 + 4 * 9).map(({ kind }) => kind)).toEqual(['one', 'one']);
  });

  it('are listed when they share one spot', () => {
    const same = ['a', 'b', 'c'].map((key) => at(key, 50, -50));
    const [group] = new PlanPins(same, scale).within(PLAN, 3 + 4 * 9);
    expect(group).toMatchObject({ kind: 'group', count: 3 });
    expect(group?.kind === 'group' && group.parts()).toBe(false);
    expect(group?.kind === 'group' && group.members(2).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('stay in their group when a state changes', () => {
    const before = [at('a', 100, -100), at('b', 125, -100), at('c', 150, -100)];
    const after = before.map((place) => (place.key === 'c' ? { ...place, state: 'firing' as const } : place));
    const keysOf = (places: typeof before) =>
      new PlanPins(places, scale)
        .within(PLAN, 3)
        .map(({ key }) => key)
        .toSorted();
    expect(keysOf(after)).toEqual(keysOf(before));
    expect(keysOf(before)).toEqual(['c', 'group of a']);
  });

  it('include only pins in view', () => {
    const far = [at('a', 10, -10), at('b', 390, -290)];
    expect(new PlanPins(far, scale).within([0, -50, 50, 0], 3).map(({ key }) => key)).toEqual(['a']);
  });
});
