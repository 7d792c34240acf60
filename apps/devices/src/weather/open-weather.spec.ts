import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { FakeOpenWeather } from '../../testing/fake-open-weather.ts';
import { NoWeather, OpenWeather } from './open-weather.ts';

const LYON = { lat: 45.8, lng: 4.8 };
let server: FakeOpenWeather;
let openWeather: OpenWeather;
/** Waits for answers only briefly. */
let impatient: OpenWeather;

beforeAll(async () => {
  server = await FakeOpenWeather.start();
  openWeather = new OpenWeather(`${server.url}/`, server.key, 60_000);
  impatient = new OpenWeather(`${server.url}/`, server.key, 200);
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const failureOf = (question: Promise<unknown>) =>
  question.then(
    () => new Error('answered'),
    (error: NoWeather) => error,
  );

describe('OpenWeather', () => {
  it('gives the weather at a place, and the probability of precipitation of the nearest step', async () => {
    expect(await openWeather.at(LYON)).toEqual({
      id: 300,
      main: 'Drizzle',
      temperature: 12.34,
      windSpeed: 4.1,
      precipitation: 35,
      city: 'Lyon',
      country: 'FR',
    });
    expect(server.requests).toHaveLength(2);
    for (const { searchParams } of server.requests) {
      expect(Object.fromEntries(searchParams)).toMatchObject({
        lat: '45.8',
        lon: '4.8',
        units: 'metric',
        appid: server.key,
      });
    }
  });

  it('is understood at sea, where there is no city', async () => {
    const body = JSON.stringify({
      weather: [{ id: 800, main: 'Clear' }],
      main: { temp: -1 },
      wind: { speed: 0 },
      name: '',
      sys: {},
      list: [{ dt: 0, pop: 0 }],
    });
    server.behaviour = { body };
    expect(await openWeather.at(LYON)).toMatchObject({ id: 800, precipitation: 0, city: '', country: '' });
  });

  it.each([
    ['refuses the key', { status: 401 }, 'status 401', 600_000],
    ['names a time to wait', { status: 429, headers: { 'retry-after': '90' } }, 'status 429', 90_000],
    ['asks for patience', { status: 429 }, 'status 429', 60_000],
    ['has a fault', { status: 500, body: 'oops' }, 'status 500', 0],
    ['answers no JSON', { body: '{"weather":' }, 'the answer is not understood', 0],
    ['answers other JSON', { body: '{"weather":[]}' }, 'the answer is not understood', 0],
    ['answers without end', { body: 'x'.repeat(1_000_000) }, 'the answer is too large', 0],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'not reachable', 0],
    ['hangs', { hangs: true }, 'no answer in time', 0],
  ])(
    'fails without naming the key or the address where it %s',
    async (_, behaviour, reason, retryAfterMs) => {
      server.behaviour = behaviour;
      const error = await failureOf(('hangs' in behaviour ? impatient : openWeather).at(LYON));
      expect(error).toMatchObject({ name: 'NoWeather', message: reason, retryAfterMs });
      const all = inspect(error, { depth: null, showHidden: true });
      expect(all).not.toContain(server.key);
      expect(all).not.toContain(server.url);
    },
  );

  it('fails in the same way while nothing listens', async () => {
    const error = await failureOf(new OpenWeather('http://127.0.0.1:9', server.key).at(LYON));
    expect(error).toMatchObject({ name: 'NoWeather', message: 'not reachable' });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(server.key);
  });
});
