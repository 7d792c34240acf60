import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { pinned, readView, searchOf } from './view.ts';

const now = new Date(2026, 10, 21, 12, 34).getTime();
const read = (search: string) => readView(new URLSearchParams(search), now);
const iso = (instant: number) => new Date(instant).toISOString();

describe('the address of a view', () => {
  it('is empty for the first sensor today, and keeps its other parameters', () => {
    expect(searchOf(new URLSearchParams('tab=map'), read(''), now).toString()).toBe('tab=map');
    expect(read('')).toMatchObject({ sensor: '1', also: [], zoom: null, hidden: [], asTable: false });
  });

  it.each([
    'sensor=3&with=1%2C4&from=2026-11-01&to=2026-11-03',
    'last=6h&hide=band%2Caverage&as=table',
    `zoom=${encodeURIComponent(`${iso(now - 2 * HOUR_MS)}/${iso(now - HOUR_MS)}`)}`,
    `zoom=${encodeURIComponent(`${iso(now - 30 * DAY_MS)}/${iso(now)}`)}`,
  ])('holds the whole view: %s', (search) => {
    expect(searchOf(new URLSearchParams(), read(search), now).toString()).toBe(search);
  });

  it.each([
    'sensor=7&with=9,x&hide=everything&as=picture',
    'with=1',
    'zoom=yesterday/today',
    'zoom=',
    `zoom=${iso(now)}/${iso(now - HOUR_MS)}`,
    `zoom=${iso(now - HOUR_MS)}/${iso(now - HOUR_MS + 1_000)}`,
    `zoom=${iso(now + HOUR_MS)}/${iso(now + 2 * HOUR_MS)}`,
    `zoom=${iso(now - 30 * DAY_MS - 1)}/${iso(now)}`,
  ])('ignores impossible values: %s', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('that is passed on opens the same view tomorrow', () => {
    const today = pinned(new URLSearchParams('tab=map'), read(''), [now - HOUR_MS, now], now);
    expect([...today.keys()]).toEqual(['tab', 'from', 'to']);
    const tomorrow = readView(today, now + DAY_MS);
    expect(tomorrow.range).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });

  it('that is passed on names the hours of a range that moves on', () => {
    const shown: [number, number] = [now - DAY_MS, now];
    const day = read('last=24h');
    const later = readView(pinned(new URLSearchParams(), day, shown, now), now + DAY_MS);
    const { from, to } = day.range;
    expect(later).toMatchObject({ range: { from, to }, zoom: shown });
    expect(later.range.last).toBeUndefined();
  });
});
