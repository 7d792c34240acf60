import { describe, expect, it } from '@jest/globals';
import { passesColour, presentOf } from './device-state.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const anHourAgo = '2026-11-21T11:00:00.000Z';
const nothingLive = { current: [null, null, null, null], battery: null, receivedAt: null, told: null };

describe('the current state', () => {
  const answered = { status: 0, lastUpdated: anHourAgo, silentSince: null, answeredAt: now - 60_000 };

  it('is that of the response without events', () => {
    const lastUpdated = Date.parse(anHourAgo);
    expect(presentOf(answered, nothingLive)).toEqual({ status: 0, lastUpdated, silentSince: null });
    const silent = { ...answered, silentSince: anHourAgo };
    expect(presentOf(silent, nothingLive)).toEqual({ status: 0, lastUpdated, silentSince: lastUpdated });
  });

  it('is that of events after the response, not before it', () => {
    const told = { status: 1 as const, silentSince: Date.parse(anHourAgo) };
    const newer = { ...nothingLive, told: { ...told, at: now } };
    expect(presentOf(answered, newer)).toMatchObject(told);
    const older = { ...nothingLive, told: { ...told, at: answered.answeredAt - 1 } };
    expect(presentOf(answered, older)).toMatchObject({ status: 0, silentSince: null });
  });

  it('keeps the newer time', () => {
    expect(presentOf(answered, { ...nothingLive, receivedAt: now }).lastUpdated).toBe(now);
    const live = { ...nothingLive, receivedAt: Date.parse('2026-11-21T10:00:00.000Z') };
    expect(presentOf(answered, live).lastUpdated).toBe(Date.parse(anHourAgo));
  });

  it('is no longer silent once a reading has come, before the service has said so', () => {
    const silentSince = Date.parse(anHourAgo);
    const spoken = { ...nothingLive, receivedAt: silentSince + 1 };
    expect(presentOf({ ...answered, silentSince: anHourAgo }, spoken).silentSince).toBeNull();
    const told = { status: 0 as const, silentSince, at: now };
    expect(presentOf(answered, { ...spoken, told }).silentSince).toBeNull();
    expect(presentOf(answered, { ...spoken, told, receivedAt: silentSince }).silentSince).toBe(silentSince);
  });

  it('is silent since the last reading in the response, of which the service may not know after a restart', () => {
    const told = { status: 0 as const, silentSince: Date.parse('2026-11-21T10:59:00.000Z'), at: now };
    expect(presentOf(answered, { ...nothingLive, told }).silentSince).toBe(Date.parse(anHourAgo));
  });

  it('is not silent before the first reading', () => {
    const told = { status: 0 as const, silentSince: now, at: now };
    const unheard = { ...answered, lastUpdated: null };
    expect(presentOf(unheard, { ...nothingLive, told }).silentSince).toBeNull();
  });
});

describe('the colour filter', () => {
  it('shows status 0 as green and any other as red', () => {
    expect([0, 1, 2].map((status) => passesColour('green', status))).toEqual([true, false, false]);
    expect([0, 1, 2].map((status) => passesColour('red', status))).toEqual([false, true, true]);
    expect([0, 1].map((status) => passesColour('all', status))).toEqual([true, true]);
  });
});
