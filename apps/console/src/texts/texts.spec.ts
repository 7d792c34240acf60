import { describe, expect, it } from '@jest/globals';
import { endOfDay, ago, daysBetween, isoDay, lasting, startOfDay, timeOfDay, timeOrDate } from './time.ts';
import { columnFormat, fileSize, formatValue, tickFormat, valueOrDash } from './numbers.ts';
import { translate, translatorOf } from './translate.ts';
import { nameAndUnit } from './units.ts';

describe('the catalogue', () => {
  const say = translatorOf(
    { a: { b: 'Hello %{name}', many: 'one device |||| %{smart_count} devices' } },
    'en',
  );

  it('fills in values and selects singular or plural', () => {
    expect(say('a.b', { name: 'Ada' })).toBe('Hello Ada');
    expect([0, 1, 24].map((smart_count) => say('a.many', { smart_count }))).toEqual([
      '0 devices',
      'one device',
      '24 devices',
    ]);
  });

  it('returns the fallback or the key for an unknown key', () => {
    expect(say('a.c', { _: 'What the service said' })).toBe('What the service said');
    expect(say('constructor.name')).toBe('constructor.name');
  });

  it('does not expand placeholders in values', () => {
    expect(say('a.b', { name: '%{name} $& |||| x' })).toBe('Hello %{name} $& |||| x');
  });

  it('has the documented texts verbatim', () => {
    expect([translate('delete.title'), translate('delete.done'), translate('chart.none')]).toEqual([
      'Are You Sure ?',
      'Deleted!',
      'No Data Available',
    ]);
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const ages = (...ms: number[]) => ms.map((age) => ago(now - age, now, translate));

  it('are shown by their age', () => {
    expect(ages(1_000, 42_000, 3 * 60_000, 5 * 3_600_000, 3 * 86_400_000)).toEqual([
      'just now',
      '42 s ago',
      '3 min ago',
      '5 h ago',
      '3 days ago',
    ]);
    expect(ages(...[26, 36, 37, 47, 49].map((hours) => hours * 3_600_000))).toEqual([
      'yesterday',
      'yesterday',
      '2 days ago',
      '2 days ago',
      '2 days ago',
    ]);
  });

  it('are never in the future for a clock that is a little behind', () => {
    expect(ago(now + 900, now, translate)).toBe('just now');
  });

  it('last minutes, hours and days', () => {
    expect([30_000, 12 * 60_000, 185 * 60_000, 52 * 3_600_000].map((ms) => lasting(ms, translate))).toEqual([
      'less than a minute',
      '12 min',
      '3 h 5 min',
      '2 d 4 h',
    ]);
  });

  it('have a date before today, and a year before this year', () => {
    const today = new Date(2026, 10, 21, 14, 2).getTime();
    const since = (...date: [number, number, number]) =>
      timeOrDate(new Date(...date, 14, 2).getTime(), today);
    expect(since(2026, 10, 21)).toBe(timeOfDay(today));
    expect(since(2026, 10, 20)).toContain('Nov 20');
    expect(since(2026, 10, 20)).toContain('2:02');
    expect(since(2025, 10, 21)).toContain('Nov 21, 2025');
  });

  it('start and end local days', () => {
    expect(isoDay(startOfDay('2026-03-29'))).toBe('2026-03-29');
    expect(isoDay(endOfDay('2026-03-29'))).toBe('2026-03-29');
    expect(isoDay(endOfDay('2026-03-29') + 1)).toBe('2026-03-30');
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(30);
  });
});

describe('values', () => {
  it('have the significant digits of sensors', () => {
    const plain = (value: number) => formatValue(value).replaceAll(/\s/g, '');
    expect([12345.6, 1234.56, 21.444, 3.714, 0.0521, -0.5].map(plain)).toEqual([
      '12,346',
      '1,234.6',
      '21.44',
      '3.71',
      '0.052',
      '-0.5',
    ]);
  });

  it('have no sign when they round to 0', () => {
    expect([-0.0001, -0, 0].map(formatValue)).toEqual(['0', '0', '0']);
    expect(columnFormat([-0.0001, 4.43])(-0.0001)).toBe('0.00');
  });

  it('have the decimals of the most precise value in a column', () => {
    const column = [4.5, 4.43, null, 1_204];
    expect(column.map(columnFormat(column))).toEqual(['4.50', '4.43', '–', '1,204.00']);
    expect([5, 0.109].map(columnFormat([5, 0.109]))).toEqual(['5.00', '0.11']);
    expect([0.052, 0.11].map(columnFormat([0.052, 0.11]))).toEqual(['0.052', '0.110']);
    expect([400, 401].map(columnFormat([400, 401]))).toEqual(['400', '401']);
    expect(columnFormat([1.5e21])(1.5e21)).not.toContain('.');
  });

  it('are distinct along an axis, and short when they are large', () => {
    const axis = (ticks: number[]) => ticks.map(tickFormat(ticks));
    expect(axis([4, 4.5, 5])).toEqual(['4.0', '4.5', '5.0']);
    expect(axis([12_000.25, 12_000.5])).toEqual(['12,000.25', '12,000.50']);
    expect(axis([800_000, 1_000_000, 1_200_000])).toEqual(['800K', '1M', '1.2M']);
    expect(axis([2_000_000_000, 2_500_000_000])).toEqual(['2B', '2.5B']);
    expect(axis([1_200_100, 1_200_110])).toEqual(['1,200,100', '1,200,110']);
    expect(axis([7])).toEqual(['7']);
  });

  it("take their unit from the end of the sensor's name", () => {
    expect(
      ['Air temperature °C', 'Flow (m³/h)', 'Tank level (l)', 'Door', 'Motor current A', 'Probe A', 'V'].map(
        nameAndUnit,
      ),
    ).toEqual([
      { name: 'Air temperature', unit: '°C' },
      { name: 'Flow', unit: 'm³/h' },
      { name: 'Tank level', unit: 'l' },
      { name: 'Door', unit: '' },
      { name: 'Motor current', unit: 'A' },
      { name: 'Probe A', unit: '' },
      { name: 'V', unit: '' },
    ]);
  });

  it('are a dash when missing', () => {
    expect([valueOrDash(null), valueOrDash(undefined), valueOrDash(0)]).toEqual(['–', '–', '0']);
  });
});

describe('the size of a file', () => {
  it('has a fitting unit', () => {
    expect([0, 812, 4_300, 5_242_880].map(fileSize)).toEqual(['0 B', '812 B', '4.2 KB', '5 MB']);
  });
});
