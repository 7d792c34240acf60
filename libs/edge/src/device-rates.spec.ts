import { describe, expect, it } from '@jest/globals';
import { DeviceRate, DeviceRates, tokensFor } from './device-rates.ts';

const RATE = { perSecond: 10, burst: 60 };

describe('a message of readings', () => {
  it.each([
    [0, 1],
    [300, 1],
    [1_024, 1],
    [1_025, 2],
    [256 * 1_024, 256],
  ])('of %d bytes costs %d tokens', (bytes, tokens) => expect(tokensFor(bytes)).toBe(tokens));
});

describe('the rate of a device', () => {
  it('counts the messages dropped within a moment', () => {
    const rate = new DeviceRate(RATE, 0);
    expect([rate.countDrop(10), rate.countDrop(20), rate.countDrop(30)]).toEqual([1, 2, 3]);
    expect(rate.countDrop(200)).toBe(1);
  });

  it('is worth reporting once a minute at most', () => {
    const rate = new DeviceRate(RATE, 0);
    expect([0, 1, 59_999, 60_000, 60_001].map((now) => rate.isWorthTelling(now))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('is remembered until the device may send a whole burst again', () => {
    const rates = new DeviceRates(RATE);
    for (let count = 0; count < 60; count++) rates.of('pump01', 0).take(0);
    rates.sweep(1_000);
    expect(rates.of('pump01', 1_000).allows(1_000)).toBe(true);
    for (let count = 0; count < 10; count++) rates.of('pump01', 1_000).take(1_000);
    expect(rates.of('pump01', 1_000).allows(1_000)).toBe(false);
    rates.sweep(10_000);
    expect(rates.of('pump01', 10_000).isFull(10_000)).toBe(true);
  });
});
