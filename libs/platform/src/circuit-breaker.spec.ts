import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.ts';

afterEach(() => void jest.useRealTimers());

describe('a provider that fails', () => {
  it('gets no messages after five failures in a row, then one as a probe', () => {
    let now = 0;
    const breaker = new CircuitBreaker(() => now);
    for (let failure = 0; failure < 4; failure++) breaker.failed();
    expect(breaker.enter()).toBe(0);
    breaker.failed();
    expect(breaker.isOpen).toBe(true);
    now += breaker.enter();
    expect(breaker.enter()).toBe(0);
    expect(breaker.enter()).toBeGreaterThan(0);
    breaker.failed();
    const longer = breaker.enter();
    expect(longer).toBeGreaterThan(2_000);
    now += longer;
    expect(breaker.enter()).toBe(0);
    breaker.succeeded();
    expect(breaker.isOpen).toBe(false);
    expect(breaker.enter()).toBe(0);
  });

  it('is tried again on time although the clock was set back by a day', () => {
    jest.useFakeTimers();
    const breaker = new CircuitBreaker();
    for (let failure = 0; failure < 5; failure++) breaker.failed();
    jest.setSystemTime(Date.now() - 24 * 3_600_000);
    expect(breaker.isOpen).toBe(true);
    jest.advanceTimersByTime(2_000);
    expect(breaker.isOpen).toBe(false);
  });

  it('gets no messages for as long as it asks, up to an hour', () => {
    let now = 0;
    const breaker = new CircuitBreaker(() => now);
    breaker.failed(60_000);
    expect(breaker.enter()).toBe(60_000);
    now = 60_000;
    expect(breaker.enter()).toBe(0);
    breaker.failed(48 * 3_600_000);
    expect(breaker.enter()).toBe(3_600_000);
  });
});
