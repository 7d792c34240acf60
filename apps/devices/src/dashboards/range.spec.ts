import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '@telemon/platform/errors';
import { type RangeLimits, rangeOf } from './range.ts';

const ZONE = 'Europe/Paris';
const now = Date.parse('2026-11-21T10:00:00Z');
const range = (fromDate?: string, toDate?: string, limits?: RangeLimits) => {
  const { from, to } = rangeOf({ fromDate, toDate }, now, ZONE, limits);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
};
const kindOf = (fromDate?: string, toDate?: string, limits?: RangeLimits) => {
  try {
    range(fromDate, toDate, limits);
    return 'allowed';
  } catch (error) {
    return (error as { failure: { kind: string } }).failure.kind;
  }
};

describe('the range of a chart', () => {
  it('is today by default', () => {
    expect(range()).toEqual(['2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z']);
  });

  it("takes a bare date as that whole day in the installation's time zone", () => {
    expect(range('2026-11-01', '2026-11-01')).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-01T22:59:59.999Z',
    ]);
    expect(range('2026-10-25', '2026-10-25')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ]);
  });

  it('takes a bare date whose midnight clocks skip from the moment in which they do', () => {
    const day = { fromDate: '2026-09-06', toDate: '2026-09-06' };
    expect(rangeOf(day, now, 'America/Santiago')).toEqual({
      from: Date.parse('2026-09-06T04:00:00Z'),
      to: Date.parse('2026-09-07T02:59:59.999Z'),
    });
  });

  it('names the requested date that is wrong', () => {
    const refused = (request: { fromDate?: string; toDate?: string }) => {
      try {
        return rangeOf(request, now, ZONE);
      } catch (error) {
        return (error as DomainError).failure.fields;
      }
    };
    expect(refused({ fromDate: '2027-01-01' })).toEqual({ fromDate: 'The start lies in the future' });
    expect(refused({ toDate: '2027-01-01' })).toEqual({ toDate: 'The day lies in the future' });
  });

  it('refuses an end on a day that the calendar lacks', () => {
    expect(kindOf('2026-02-01', '2026-02-31')).toBe('bad-request');
  });

  it('takes instants as they are', () => {
    expect(range('2026-11-21T08:00:00Z', '2026-11-21T10:30:00+01:00')).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-21T09:30:00.000Z',
    ]);
  });

  it('ends today if it has no end, and begins on the day of its end if it has no start', () => {
    expect(range('2026-11-20')).toEqual(['2026-11-19T23:00:00.000Z', '2026-11-21T22:59:59.999Z']);
    expect(range(undefined, '2026-11-19')).toEqual(['2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z']);
  });

  it.each([
    ['2026-10-20', '2026-11-19', 'allowed'],
    ['2026-10-20', '2026-11-20', 'invalid'],
    ['2026-10-22T10:00:00Z', '2026-11-21T10:00:00Z', 'allowed'],
    ['2026-10-22T10:00:00Z', '2026-11-21T10:00:01Z', 'invalid'],
    // Up to 31 dates, of the installation written in UTC, and of time zones ahead of it and behind it.
    ['2026-10-19T22:00:00Z', '2026-11-19T22:59:59.999Z', 'allowed'],
    ['2026-10-19T22:00:00Z', '2026-11-19T23:00:00Z', 'invalid'],
    ['2026-10-22T00:00:00.000+13:00', '2026-11-21T23:59:59.999+13:00', 'allowed'],
    ['2026-10-21T00:00:00.000+13:00', '2026-11-21T00:00:00+13:00', 'invalid'],
    ['2026-10-22T00:00:00-07:00', '2026-11-21T23:59:59.999-08:00', 'allowed'],
    ['2026-10-22T00:00-07:00', '2026-11-22T00:00-08:00', 'invalid'],
    ['2026-10-22T01:00:00-07:00', '2026-11-21T23:59:59.999-08:00', 'invalid'],
    ['2026-10-22T00:00-12:00', '2026-11-22T02:00+14:00', 'allowed'],
    ['2026-10-20T00:00:00+14:00', '2026-11-19T23:59:59-12:00', 'invalid'],
    ['2026-10-01', undefined, 'invalid'],
    ['2026-11-20', '2026-11-19', 'invalid'],
    ['2026-11-22', undefined, 'invalid'],
    ['2026-11-21T10:00:01Z', undefined, 'invalid'],
    ['2026-11-21T09:59:59Z', '2026-12-01', 'allowed'],
    ['yesterday', undefined, 'bad-request'],
    ['2026-02-31', undefined, 'bad-request'],
    ['2026-13-01', undefined, 'bad-request'],
    ['21/11/2026', undefined, 'bad-request'],
    ['2026-11-21T10:00:00', undefined, 'bad-request'],
    ['2026-11-20', '', 'bad-request'],
  ])('from %p to %p is %s', (from, to, kind) => {
    expect(kindOf(from, to)).toBe(kind);
  });
});

describe('the range of a report', () => {
  const limits = { longestDays: 7, mayEndLater: false };

  it.each([
    ['2026-11-14', '2026-11-21', 'allowed'],
    ['2026-11-13', '2026-11-21', 'invalid'],
    ['2026-11-21', '2026-11-22', 'invalid'],
    ['2026-11-14T00:00:00-08:00', '2026-11-21T23:59:59.999-08:00', 'allowed'],
    ['2026-11-13T00:00:00-08:00', '2026-11-21T23:59:59.999-08:00', 'invalid'],
    // At ten o'clock UTC it is the same day in New York and the next one in Kiritimati.
    ['2026-11-20T00:00:00-05:00', '2026-11-21T23:59:59.999-05:00', 'allowed'],
    ['2026-11-20T00:00:00-05:00', '2026-11-22T00:00:00-05:00', 'invalid'],
    ['2026-11-20T00:00:00+14:00', '2026-11-22T23:59:59.999+14:00', 'allowed'],
    ['2026-11-20T00:00:00+14:00', '2026-11-23T00:00:00+14:00', 'invalid'],
    ['2026-11-21T08:00:00Z', '2026-11-21T22:59:59.999Z', 'allowed'],
    ['2026-11-21T08:00:00Z', '2026-11-21T23:00:00Z', 'invalid'],
    [undefined, undefined, 'allowed'],
  ])('from %p to %p is %s', (from, to, kind) => {
    expect(kindOf(from, to, limits)).toBe(kind);
  });
});
