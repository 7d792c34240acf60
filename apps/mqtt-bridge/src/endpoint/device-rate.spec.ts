import { describe, expect, it } from '@jest/globals';
import { DeviceRate, DeviceRates } from './device-rate.ts';

const RATE = { perSecond: 10, burst: 60 };

describe('the rate of a device', () => {
  it('lets a burst through, and then so many a second', () => {
    const rate = new DeviceRate(RATE, 0);
    const taken = (now: number) => {
      let count = 0;
      while (rate.take(now)) count++;
      return count;
    };
    expect(taken(0)).toBe(60);
    expect(rate.allows(99)).toBe(false);
    expect(rate.allows(100)).toBe(true);
    expect(taken(1_000)).toBe(10);
    expect(taken(60_000)).toBe(60);
  });

  it('counts what was dropped in a moment', () => {
    const rate = new DeviceRate(RATE, 0);
    expect([rate.countDrop(10), rate.countDrop(20), rate.countDrop(30)]).toEqual([1, 2, 3]);
    expect(rate.countDrop(200)).toBe(1);
  });

  it('is told of once a minute', () => {
    const rate = new DeviceRate(RATE, 0);
    expect([0, 1, 59_999, 60_000, 60_001].map((now) => rate.isWorthTelling(now))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('is remembered for as long as it matters', () => {
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
