import { describe, expect, it } from '@jest/globals';
import { beginsAt } from './long-enough-hour.ts';
import { readOptions } from './options.ts';

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);
const quarterPast = (instant: number): number => (Math.floor(instant / 3_600_000) + 1) * 3_600_000 + 900_000;
const options = readOptions(['--rates', '2000,8000', '--batch-rates', 'none'])!;

describe('a side whose past hours are sealed', () => {
  it('begins at once if it ends before the hour is sealed, else with the next hour', () => {
    expect(beginsAt(at('12:30'), quarterPast, options)).toBe(at('12:30'));
    expect(beginsAt(at('12:59'), quarterPast, options)).toBe(at('12:59'));
    const long = { ...options, seconds: 600 };
    expect(beginsAt(at('12:10'), quarterPast, long)).toBe(at('12:10'));
    expect(beginsAt(at('12:40'), quarterPast, long)).toBe(at('13:00'));
  });

  it('is refused if no hour is long enough', () => {
    const tooLong = { ...options, seconds: 3_600 };
    expect(() => beginsAt(at('12:00'), quarterPast, tooLong)).toThrow('fewer --rates');
  });
});
