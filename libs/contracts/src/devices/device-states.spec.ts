import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../durations.ts';
import { SILENT_AFTER_MS, silentAfterMs, stateOf } from './device-states.ts';

const longAgo = '2025-11-21T12:00:00.000Z';

describe('the state of a device', () => {
  it('is waiting before its first reading', () => {
    expect(stateOf({ status: 0, lastUpdated: null, silentSince: null })).toBe('waiting');
  });

  it('is silent only if the device is marked as silent, however long ago its last reading came', () => {
    expect(stateOf({ status: 0, lastUpdated: longAgo, silentSince: null })).toBe('normal');
    expect(stateOf({ status: 0, lastUpdated: longAgo, silentSince: longAgo })).toBe('silent');
    expect(stateOf({ status: 0, lastUpdated: 1_000, silentSince: 1_000 })).toBe('silent');
  });

  it('stays firing when the device falls silent', () => {
    expect(stateOf({ status: 1, lastUpdated: longAgo, silentSince: longAgo })).toBe('firing');
  });
});

describe('a silence', () => {
  it('begins after one and a half times the interval that a user set, or three times the learned one', () => {
    expect(silentAfterMs(60, null)).toBe(90 * MINUTE_MS);
    expect(silentAfterMs(60, 5 * MINUTE_MS)).toBe(90 * MINUTE_MS);
    expect(silentAfterMs(1, 60 * MINUTE_MS)).toBe(1.5 * MINUTE_MS);
    expect(silentAfterMs(null, 60 * MINUTE_MS)).toBe(180 * MINUTE_MS);
  });

  it('begins after fifteen minutes while the interval is unknown, and never sooner with a learned one', () => {
    expect(silentAfterMs(null, null)).toBe(SILENT_AFTER_MS);
    expect(silentAfterMs(null, 10_000)).toBe(15 * MINUTE_MS);
  });
});
