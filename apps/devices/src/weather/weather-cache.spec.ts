import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Conditions } from '@telemon/contracts/devices/weather';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { NoWeather } from './open-weather.ts';
import type { GridPoint } from './grid-point.ts';
import { WeatherCache } from './weather-cache.ts';

const LYON = { lat: 45.76, lng: 4.84 };
const CLEAR: Conditions = {
  id: 800,
  main: 'Clear',
  temperature: 21,
  windSpeed: 2,
  precipitation: 0,
  city: 'Lyon',
  country: 'FR',
};

let now = 0;
let questions: GridPoint[] = [];
/** The answer to the next questions; `undefined`: none comes. */
let answer: Conditions | Error | undefined = CLEAR;
/** The age of the answer. */
let ageMs = 0;
let cache: WeatherCache;
const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);

beforeEach(() => {
  now = 1_000_000;
  questions = [];
  answer = CLEAR;
  ageMs = 0;
  warn.mockClear();
  cache = new WeatherCache(
    (point) => {
      questions.push(point);
      if (answer instanceof Error) return Promise.reject(answer);
      return answer ? Promise.resolve({ conditions: answer, ageMs }) : new Promise(() => undefined);
    },
    () => now,
  );
});

/** Lets the cache take its answers. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the weather at a place', () => {
  it('is pending at first, and known once OpenWeather has answered', async () => {
    expect(cache.at(LYON)).toEqual({ status: 'pending' });
    await settled();
    expect(cache.at(LYON)).toMatchObject({ status: 'known', conditions: CLEAR });
  });

  it('is asked for once in ten minutes, however many devices are within a tenth of a degree', async () => {
    for (let device = 0; device < 500; device++) {
      cache.at({ lat: 45.76 + device * 1e-5, lng: 4.84 });
      if (device === 250) await settled();
      now += 1_000;
    }
    expect(questions).toEqual([{ lat: 45.8, lng: 4.8 }]);
    now = 1_000_000 + 10 * MINUTE_MS;
    expect(cache.at(LYON)).toMatchObject({ status: 'known' });
    expect(questions).toHaveLength(2);
    cache.at({ lat: 45.76, lng: 4.9 });
    expect(questions[2]).toEqual({ lat: 45.8, lng: 4.9 });
  });

  it('is as old as another replica has it, and asked for again when that is too old', async () => {
    ageMs = 4 * MINUTE_MS;
    cache.at(LYON);
    await settled();
    expect(Date.now() - (cache.at(LYON) as { asOf: number }).asOf).toBeGreaterThanOrEqual(ageMs);
    now += 6 * MINUTE_MS - 1;
    cache.at(LYON);
    expect(questions).toHaveLength(1);
    now += 1;
    cache.at(LYON);
    expect(questions).toHaveLength(2);
  });

  it('has one question under way at a time', async () => {
    answer = undefined;
    for (let minute = 0; minute < 60; minute++, now += MINUTE_MS) {
      expect(cache.at(LYON)).toEqual({ status: 'pending' });
    }
    expect(questions).toHaveLength(1);
  });

  it('stays shown for an hour while OpenWeather fails, which is asked again once a minute', async () => {
    cache.at(LYON);
    await settled();
    answer = new NoWeather('status 500');
    now += 10 * MINUTE_MS;
    for (let second = 0; second < 60; second++, now += 1_000) {
      expect(cache.at(LYON)).toMatchObject({ status: 'known' });
      await settled();
    }
    expect(questions).toHaveLength(2);
    cache.at(LYON);
    expect(questions).toHaveLength(3);
    now += 49 * MINUTE_MS;
    expect(cache.at(LYON).status).not.toBe('known');
  });

  it('is unavailable after a failure, which is logged with its reason alone', async () => {
    answer = new NoWeather('status 401', 10 * MINUTE_MS);
    cache.at(LYON);
    await settled();
    expect(cache.at(LYON)).toEqual({ status: 'unavailable' });
    expect(warn.mock.calls).toEqual([[{ reason: 'NoWeather: status 401' }, 'no weather']]);
  });
});

describe('OpenWeather', () => {
  it('is asked nothing for as long as it wants', async () => {
    answer = new NoWeather('status 429', 5 * MINUTE_MS);
    cache.at(LYON);
    await settled();
    answer = CLEAR;
    now += 5 * MINUTE_MS - 1;
    expect(cache.at({ lat: 0, lng: 0 })).toEqual({ status: 'unavailable' });
    expect(questions).toHaveLength(1);
    now += 1;
    expect(cache.at({ lat: 0, lng: 0 })).toEqual({ status: 'pending' });
    expect(questions).toHaveLength(2);
  });

  it('is asked about few grid points at once; the others stay pending and come later', async () => {
    answer = undefined;
    for (let lat = 0; lat < 50; lat++) expect(cache.at({ lat, lng: 0 })).toEqual({ status: 'pending' });
    expect(questions.length).toBeLessThanOrEqual(4);
  });

  it('is asked again about a grid point that was looked at so long ago that it was forgotten', async () => {
    for (let point = 0; point <= 2_000; point++) {
      cache.at({ lat: Math.floor(point / 100), lng: point % 100 });
      await settled();
    }
    const before = questions.length;
    cache.at({ lat: 20, lng: 0 });
    expect(questions).toHaveLength(before);
    cache.at({ lat: 0, lng: 0 });
    expect(questions).toHaveLength(before + 1);
  });
});
