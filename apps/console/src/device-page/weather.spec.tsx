/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Weather } from '@telemon/contracts/devices/weather';
import { screen, within } from '@testing-library/react/pure';
import {
  aDeviceDashboard,
  answerDevicePage,
  minutesAgo,
  someWeather,
  weatherToCome,
} from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { i18nProvider } from '../texts/i18n-provider.ts';
import { weatherIconOf } from './weather.ts';

const ROUTE = 'GET /deviceDashboard/getWeather/:deviceName';
let answer: Weather;

beforeEach(() => {
  answer = someWeather();
  answerDevicePage(() => ({ ...aDeviceDashboard('freezer1'), weather: answer }));
  v1.answer(ROUTE, () => answer);
});

afterEach(() => i18nProvider.changeLocale('en'));

const open = () => openConsole('/dashboard/info/freezer1', MAUD);
const block = () => screen.findByRole('region', { name: /Weather|Météo/ });

describe('the icon of the weather', () => {
  it.each([
    [200, 'thunder'],
    [232, 'thunder'],
    [300, 'drizzle'],
    [321, 'drizzle'],
    [500, 'rain'],
    [531, 'rain'],
    [600, 'snow'],
    [622, 'snow'],
    [701, 'atmosphere'],
    [781, 'atmosphere'],
    [800, 'sun'],
    [801, 'drizzle'],
    [804, 'drizzle'],
    [499, 'drizzle'],
    [900, 'drizzle'],
    [0, 'drizzle'],
  ])('of condition %s is %s', (id, icon) => expect(weatherIconOf(id)).toBe(icon));
});

describe('the weather of a device', () => {
  it('stands in the header: condition, temperature, wind, precipitation, city and country', async () => {
    open();
    const { textContent } = await block();
    expect(textContent).toBe('WeatherDrizzleTemperature12.3 °CWind4.1 m/sPrecipitation35 %PlaceLyon, FR');
    expect(v1.askedOf(ROUTE)).toEqual([]);
  });

  it('comes a moment after the page, which is whole without it', async () => {
    answer = weatherToCome('pending');
    open();
    expect((await block()).getAttribute('aria-busy')).toBe('true');
    await screen.findByText('Normal');
    answer = someWeather({ id: 601, main: 'Snow', temperature: -3 });
    const weather = within(await block());
    await weather.findByText('Snow');
    weather.getByText(/-3\.0/);
    expect(v1.askedOf(ROUTE).length).toBeGreaterThan(0);
  });

  it('says that it is not available', async () => {
    answer = weatherToCome('unavailable');
    open();
    within(await block()).getByText('Not available right now');
  });

  it('says how old it is if OpenWeather has not answered since', async () => {
    answer = someWeather({ asOf: minutesAgo(42.5) });
    open();
    within(await block()).getByText('42 min ago');
  });

  it('has no place in the header where it is not enabled, or not configured', async () => {
    answer = { ...weatherToCome('pending'), enabled: false, status: 'notConfigured' };
    open();
    await screen.findByText('Normal');
    expect(screen.queryByRole('region', { name: 'Weather' })).toBeNull();
    expect(v1.askedOf(ROUTE)).toEqual([]);
  });

  it('is in the language of the page', async () => {
    await i18nProvider.changeLocale('fr');
    open();
    const weather = within(await block());
    weather.getByText('Bruine');
    weather.getByText(/12,3/);
  });
});
