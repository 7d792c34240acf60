import { describe, expect, it } from '@jest/globals';
import { axisOf, endsOf, faultOf, includesNow, keyOf, quickRange, quickRangeOf, readRange } from './range.ts';
import { badLevelOf, batteryBands, batteryPercent, fillPercent, gaugeOf } from './level.ts';

const now = new Date(2026, 10, 21, 12, 34).getTime();

describe('the range of a device page', () => {
  it('is today where the address names none, or one that is not allowed', () => {
    const today = { from: '2026-11-21', to: '2026-11-21' };
    expect(readRange(new URLSearchParams(), now)).toEqual(today);
    expect(readRange(new URLSearchParams('from=2026-01-01&to=2026-11-21'), now)).toEqual(today);
    expect(readRange(new URLSearchParams('from=yesterday&to=2026-11-21'), now)).toEqual(today);
    expect(readRange(new URLSearchParams('from=2026-02-29&to=2026-02-31'), now)).toEqual(today);
    expect(readRange(new URLSearchParams('from=2026-11-20&to=2026-11-21T00:00:00Z'), now)).toEqual(today);
  });

  it('is refused when it ends before it starts, in the future, or more than 30 days after its start', () => {
    expect(faultOf({ from: '2026-11-21', to: '2026-11-20' }, now)).toBe('order');
    expect(faultOf({ from: '2026-11-21', to: '2026-11-22' }, now)).toBe('future');
    expect(faultOf({ from: '2026-10-21', to: '2026-11-21' }, now)).toBe('tooLong');
    expect(faultOf({ from: '2026-10-22', to: '2026-11-21' }, now)).toBeNull();
    expect(faultOf({ from: '', to: '2026-11-21' }, now)).toBe('unreadable');
  });

  it('has three quick ones that end today', () => {
    expect(quickRange('7d', now)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(quickRange('30d', now)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
    expect(quickRangeOf({ from: '2026-11-15', to: '2026-11-21' }, now)).toBe('7d');
    expect(quickRangeOf({ from: '2026-11-14', to: '2026-11-21' }, now)).toBeNull();
  });

  it('has three of the last hours, which move on in steps', () => {
    expect(quickRange('1h', now)).toEqual({
      from: new Date(2026, 10, 21, 11, 34).toISOString(),
      // A minute's step, and the ten minutes that a device's clock may be ahead.
      to: new Date(2026, 10, 21, 12, 45).toISOString(),
      last: '1h',
    });
    const day = readRange(new URLSearchParams('last=24h'), now);
    expect(quickRangeOf(day, now)).toBe('24h');
    expect(keyOf(day)).toBe('24h');
    expect(endsOf(day)[0]).toBe(new Date(2026, 10, 20, 12, 30).getTime());
    const [from, to] = axisOf(quickRange('6h', now), now);
    expect(from).toBeLessThanOrEqual(now - 6 * 3_600_000);
    expect(to).toBeGreaterThanOrEqual(now);
    expect(to - now).toBeLessThanOrEqual(5 * 60_000);
    expect(readRange(new URLSearchParams('last=2h'), now)).toEqual(quickRange('today', now));
  });

  it('takes new readings only when it ends today', () => {
    expect(includesNow(quickRange('30d', now), now)).toBe(true);
    expect(includesNow({ from: '2026-11-01', to: '2026-11-20' }, now)).toBe(false);
  });

  it('has an axis that stands still between its steps', () => {
    const range = quickRange('today', now);
    expect(axisOf(range, now)).toEqual(axisOf(range, now + 60_000));
    expect(axisOf(range, now)[1]).toBeGreaterThan(now);
    expect(axisOf({ from: '2026-11-01', to: '2026-11-02' }, now)).toEqual([
      new Date(2026, 10, 1).getTime(),
      new Date(2026, 10, 3).getTime() - 1,
    ]);
  });
});

describe('a battery', () => {
  it('is empty at 3.4 V and full at 3.75 V', () => {
    expect(batteryPercent(3.4)).toBe(0);
    expect(batteryPercent(3.75)).toBeCloseTo(100);
    expect(batteryPercent(4.2)).toBe(100);
    expect(batteryPercent(3)).toBe(0);
  });

  it('is red at 30 or below, yellow at 60 or below, green above', () => {
    expect([30, 30.1, 60, 60.1].map(gaugeOf)).toEqual(['red', 'yellow', 'yellow', 'green']);
  });

  it('has five bands of 20 %', () => {
    expect([0, 1, 20, 20.1, 100].map(batteryBands)).toEqual([0, 1, 1, 2, 5]);
  });
});

describe('a tank', () => {
  const first = { maximumDepth: 600, valueType: 'First' } as const;
  const average = { maximumDepth: 600, valueType: 'Average' } as const;

  it('is filled to the highest of its last three readings', () => {
    expect(fillPercent([120, 300, null], first)).toBe(50);
  });

  it('is filled to the mean of its last three readings if its value type is Average', () => {
    expect(fillPercent([30, 60, 540], average)).toBe(35);
    expect(fillPercent([120, 300, null], average)).toBe(35);
  });

  it('is never fuller than full, and unknown before its first reading', () => {
    expect(fillPercent([700], first)).toBe(100);
    expect(fillPercent([null, null], average)).toBeNull();
  });

  it('is low at 20 % and below if it is to be filled, and high at 80 % and above if it must not overflow', () => {
    const levels = [null, 0, 20, 20.1, 79.9, 80, 100];
    const of = (type: 'Fill' | 'Overflow') => levels.map((level) => badLevelOf(level, type));
    expect(of('Fill')).toEqual([null, 'low', 'low', null, null, null, null]);
    expect(of('Overflow')).toEqual([null, null, null, null, null, 'high', 'high']);
  });
});
