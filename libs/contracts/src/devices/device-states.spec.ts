import { describe, expect, it } from '@jest/globals';
import { SILENT_AFTER_MS, stateOf } from './device-states.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('the state of a device', () => {
  it('is waiting before its first reading', () => {
    expect(stateOf({ status: 0, lastUpdated: null }, now)).toBe('waiting');
  });

  it('is normal while readings come, and silent once none came for too long', () => {
    expect(stateOf({ status: 0, lastUpdated: now - SILENT_AFTER_MS }, now)).toBe('normal');
    expect(stateOf({ status: 0, lastUpdated: now - SILENT_AFTER_MS - 1 }, now)).toBe('silent');
  });

  it('stays firing when the device falls silent', () => {
    expect(stateOf({ status: 1, lastUpdated: now - 10 * SILENT_AFTER_MS }, now)).toBe('firing');
  });

  it('reads the instant of an answer as it stands', () => {
    expect(stateOf({ status: 0, lastUpdated: '2026-11-21T11:59:00.000Z' }, now)).toBe('normal');
  });
});
