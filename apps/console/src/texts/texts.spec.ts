import { describe, expect, it } from '@jest/globals';
import { endOfDay, ago, daysBetween, isoDay, lasting, startOfDay } from './time.ts';
import { formatValue, valueOrDash } from './numbers.ts';
import { translate, translatorOf } from './translate.ts';
import { nameAndUnit } from './units.ts';

describe('the catalogue', () => {
  const say = translatorOf(
    { a: { b: 'Hello %{name}', many: 'one device |||| %{smart_count} devices' } },
    'en',
  );

  it('fills in names and chooses the form for one and for more', () => {
    expect(say('a.b', { name: 'Ada' })).toBe('Hello Ada');
    expect([0, 1, 24].map((smart_count) => say('a.many', { smart_count }))).toEqual([
      '0 devices',
      'one device',
      '24 devices',
    ]);
  });

  it('says what it was told to say, or the key, where it has no text', () => {
    expect(say('a.c', { _: 'What the service said' })).toBe('What the service said');
    expect(say('constructor.name')).toBe('constructor.name');
  });

  it("does not expand what a person's words look like", () => {
    expect(say('a.b', { name: '%{name} $& |||| x' })).toBe('Hello %{name} $& |||| x');
  });

  it("has the documents' words to the letter", () => {
    expect([translate('delete.title'), translate('delete.done'), translate('chart.none')]).toEqual([
      'Are You Sure ?',
      'Deleted!',
      'No Data Available',
    ]);
  });
});

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ages = (...ms: number[]) => ms.map((age) => ago(now - age, now, translate));

  it('are told by their age', () => {
    expect(ages(1_000, 42_000, 3 * 60_000, 5 * 3_600_000, 26 * 3_600_000, 3 * 86_400_000)).toEqual([
      'just now',
      '42 s ago',
      '3 min ago',
      '5 h ago',
      'yesterday',
      '3 days ago',
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

  it('know whole local days', () => {
    expect(isoDay(startOfDay('2026-03-29'))).toBe('2026-03-29');
    expect(isoDay(endOfDay('2026-03-29'))).toBe('2026-03-29');
    expect(isoDay(endOfDay('2026-03-29') + 1)).toBe('2026-03-30');
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(30);
  });
});

describe('values', () => {
  it('have as many digits as sensors mean', () => {
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

  it('have their unit from the name of the sensor, where it ends with one', () => {
    expect(
      ['Air temperature °C', 'Flow (m³/h)', 'Door', 'Motor current A', 'Probe A', 'V'].map(nameAndUnit),
    ).toEqual([
      { name: 'Air temperature', unit: '°C' },
      { name: 'Flow', unit: 'm³/h' },
      { name: 'Door', unit: '' },
      { name: 'Motor current', unit: 'A' },
      { name: 'Probe A', unit: '' },
      { name: 'V', unit: '' },
    ]);
  });

  it('are a dash where there is none', () => {
    expect([valueOrDash(null), valueOrDash(undefined), valueOrDash(0)]).toEqual(['–', '–', '0']);
  });
});
