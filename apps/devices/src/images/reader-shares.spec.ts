import { beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ReaderShares } from './reader-shares.ts';

const [HOSTILE, HONEST] = [1, 2];
let now = 0;
let shares: ReaderShares;

beforeEach(() => {
  now = 1_000;
  shares = new ReaderShares({ usualMs: 2_000, atOnceMs: 20_000, share: 0.25 }, () => now);
});

/** Reads an image of the device, unless it is refused. */
const read = (key: number, cpuMs: number): boolean => {
  if (shares.refusalOf(key) !== null) return false;
  shares.used(key, cpuMs);
  now += cpuMs;
  return true;
};

describe('the image reader', () => {
  it('is used by the expensive images of one device for a third of the time while others use it', () => {
    let hostileMs = 0;
    const end = now + 60 * MINUTE_MS;
    while (now < end) {
      if (read(HOSTILE, 9_500)) hostileMs += 9_500;
      expect(read(HONEST, 500)).toBe(true);
      now += 2_000;
    }
    expect(hostileMs).toBeLessThan(0.34 * 60 * MINUTE_MS);
    expect(hostileMs).toBeGreaterThan(0.2 * 60 * MINUTE_MS);
  });

  it('reads all usual images, also thousands at once after an outage', () => {
    for (let image = 0; image < 2_000; image++) for (const key of [1, 2]) expect(read(key, 1_900)).toBe(true);
  });

  it('serves one device alone while no other needs it, and the device owes no long rest for that later', () => {
    for (let image = 0; image < 100; image++) expect(read(HOSTILE, 9_500)).toBe(true);
    read(HONEST, 500);
    expect(read(HOSTILE, 9_500)).toBe(false);
    now += 32_000;
    read(HONEST, 500);
    expect(read(HOSTILE, 9_500)).toBe(true);
    expect(read(HOSTILE, 9_500)).toBe(false);
    now += MINUTE_MS;
    for (let image = 0; image < 10; image++) expect(read(HOSTILE, 9_500)).toBe(true);
  });

  it('is not used for five minutes by a device whose image exceeded its limits', () => {
    shares.exceeded(HOSTILE);
    now += 5 * MINUTE_MS - 1;
    expect(shares.refusalOf(HOSTILE)).toMatch(/just took too much/);
    expect(shares.refusalOf(HONEST)).toBeNull();
    now += 1;
    expect(shares.refusalOf(HOSTILE)).toBeNull();
  });
});
