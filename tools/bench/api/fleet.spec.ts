import { describe, expect, it } from '@jest/globals';
import { DEFAULTS, deviceOf, isExactPage, LOCATION, PERSON, SENSOR_NAMES } from './fleet.ts';

const owner = { managerId: 'm1', sensorIds: ['s1', 's2', 's3'] };
const time = '2026-11-21T10:00:00.000Z';

const row = (number: number) => ({
  ...deviceOf(number),
  ...DEFAULTS,
  managerId: 'm1',
  managerName: PERSON.name,
  companyName: PERSON.companyName,
  locationName: LOCATION,
  sensorId1: 's1',
  sensorId2: 's2',
  sensorId3: 's3',
  sensorId4: null,
  sensors: SENSOR_NAMES,
  probes: SENSOR_NAMES.length,
  status: 0,
  lastUpdated: time,
  createdAt: time,
});
const page = (numbers: readonly number[], totalCount: number, change: object = {}): string =>
  JSON.stringify({
    error: false,
    message: 'OK',
    data: { devices: numbers.map((number) => ({ ...row(number), ...change })), pagination: { totalCount } },
  });
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first - index);

describe('comparing a page with the seeded devices', () => {
  it('accepts a whole page, the newest first', () => {
    expect(isExactPage(page(numbersFrom(44, 20), 45), { offset: 0, owned: 45, owner })).toBe(true);
    expect(isExactPage(page(numbersFrom(4, 5), 45), { offset: 40, owned: 45, owner })).toBe(true);
  });

  it('rejects the wrong page, the wrong order, a missing row and a wrong total', () => {
    const request = { offset: 0, owned: 45, owner };
    expect(isExactPage(page(numbersFrom(24, 20), 45), request)).toBe(false);
    expect(isExactPage(page(numbersFrom(44, 20).toReversed(), 45), request)).toBe(false);
    expect(isExactPage(page(numbersFrom(44, 19), 45), request)).toBe(false);
    expect(isExactPage(page(numbersFrom(44, 20), 46), request)).toBe(false);
  });

  it.each([
    ['another owner', { managerId: 'm2' }],
    ['a sensor without its name', { sensors: ['', 'Tank middle', 'Tank bottom'] }],
    ['a device without a reading', { lastUpdated: null }],
  ])('rejects rows with %s', (_what, change) => {
    const request = { offset: 0, owned: 20, owner };
    expect(isExactPage(page(numbersFrom(19, 20), 20, change), request)).toBe(false);
  });

  it('rejects an answer that is not a page', () => {
    const request = { offset: 0, owned: 20, owner };
    expect(isExactPage('<html>', request)).toBe(false);
    expect(isExactPage('{"error":true,"message":"no","data":null}', request)).toBe(false);
  });
});
