import { describe, expect, it } from '@jest/globals';
import { passesColour, presentOf } from './device-state.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const nothingLive = { current: [null, null, null, null], battery: null, receivedAt: null, status: null };

describe('the current state', () => {
  const answered = { status: 0, lastUpdated: '2026-11-21T11:00:00.000Z', answeredAt: now - 60_000 };

  it('is that of the response without events', () => {
    expect(presentOf(answered, nothingLive)).toEqual({
      status: 0,
      lastUpdated: Date.parse('2026-11-21T11:00:00.000Z'),
    });
  });

  it('is that of events after the response, not before it', () => {
    const live = { ...nothingLive, receivedAt: now, status: { value: 1, at: now } };
    expect(presentOf(answered, live)).toEqual({ status: 1, lastUpdated: now });
    const older = { ...nothingLive, status: { value: 1, at: answered.answeredAt - 1 } };
    expect(presentOf(answered, older).status).toBe(0);
  });

  it('keeps the newer time', () => {
    const live = { ...nothingLive, receivedAt: Date.parse('2026-11-21T10:00:00.000Z') };
    expect(presentOf(answered, live).lastUpdated).toBe(Date.parse('2026-11-21T11:00:00.000Z'));
  });
});

describe('the colour filter', () => {
  it('shows status 0 as green and any other as red', () => {
    expect([0, 1, 2].map((status) => passesColour('green', status))).toEqual([true, false, false]);
    expect([0, 1, 2].map((status) => passesColour('red', status))).toEqual([false, true, true]);
    expect([0, 1].map((status) => passesColour('all', status))).toEqual([true, true]);
  });
});
