import { describe, expect, it } from '@jest/globals';
import { Days } from './days.ts';
import { Latest, type Values } from './latest.ts';
import { PackedLatest, packLatest } from './packed-latest.ts';
import { type Present, presentOf } from './present.ts';

const days = new Days({ TIMEZONE: 'Europe/Paris' } as never);
const at = (iso: string) => Date.parse(iso);
const NONE = [null, null, null, null];
const reading = (changes: Partial<Values> = {}): Values => ({
  current: [21.5, null, -3, 0],
  minimum: [20, ...NONE.slice(1)],
  maximum: [22.25, ...NONE.slice(1)],
  average: [21, ...NONE.slice(1)],
  ...changes,
});
const folded = (...values: [Values, string][]): Latest => {
  const state = new Latest(42);
  Object.assign(state, { partition: 3, offset: 2 ** 40, messages: values.length });
  for (const [of, iso] of values) state.fold(of, { timestamp: at(iso), receivedAt: at(iso) + 250 }, days);
  return state;
};
const plain = ({ halfHours: { newest, bytes }, ...present }: Present) => ({
  ...present,
  newest,
  bytes: [...bytes],
});
const again = (state: Latest) => new PackedLatest(state.key, packLatest(state));

const STATES = {
  'of a device that sent nothing': new Latest(1),
  'of one reading': folded([reading(), '2026-11-24T10:00:00Z']),
  'of two days, with all status fields': folded(
    [reading({ battery: 3.61, rssi: -70, simId: '8933', imei: 'ü' }), '2026-11-23T10:00:00Z'],
    [reading({ current: [1e-7, 2 ** 52, null, null], battery: 0 }), '2026-11-24T10:00:00Z'],
  ),
  'with an empty text and a time in the future': Object.assign(
    folded([reading({ imei: '' }), '2026-11-24T10:00:00Z']),
    { aheadUntil: at('2026-11-25T00:00:00Z') },
  ),
};

describe('packed latest values', () => {
  it.each(Object.entries(STATES))('are the same when unpacked: %s', (_, state) => {
    expect(again(state).unpacked()).toEqual(state);
    expect(again(state).lastUpdated).toBe(state.lastUpdated);
    expect(plain(again(state).present)).toEqual(plain(presentOf(state)));
  });

  it('have one length for all numbers, so that they replace each other in place', () => {
    const lengths = Object.values(STATES)
      .slice(0, 2)
      .map((state) => packLatest(state).length);
    expect(new Set(lengths).size).toBe(1);
  });

  it('can begin at any address', () => {
    const state = STATES['of two days, with all status fields'];
    const shifted = Buffer.concat([Buffer.from([1]), packLatest(state)]).subarray(1);
    expect(new PackedLatest(state.key, shifted).unpacked()).toEqual(state);
  });

  it('of a later version are refused', () => {
    const bytes = packLatest(new Latest(1));
    new DataView(bytes.buffer, bytes.byteOffset).setFloat64(0, 2, true);
    expect(() => new PackedLatest(1, bytes)).toThrow('Latest values of version 2 are not known');
  });
});
