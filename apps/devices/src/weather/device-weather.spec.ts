import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NewBuilding } from '@telemon/contracts/devices/buildings';
import { uniqueName } from '@telemon/testing/given';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { admin, manager } from '../../testing/actors.ts';
import { devicesVariables } from '../../testing/given-devices.ts';
import { FakeOpenWeather } from '../../testing/fake-open-weather.ts';
import { GivenHome } from '../../testing/given-home.ts';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { DeviceDashboardService } from '../dashboards/device-dashboard.service.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { WeatherCopies } from './weather-copies.repository.ts';
import { WeatherService } from './weather.service.ts';

let openWeather: FakeOpenWeather;
let given: GivenHome;

beforeAll(async () => {
  openWeather = await FakeOpenWeather.start();
  given = await GivenHome.prepare(openWeather.env);
});
afterAll(async () => {
  await given.stop();
  await openWeather.stop();
});
beforeEach(() => openWeather.reset());

const pageOf = (deviceName: string) =>
  given.service.get(DeviceDashboardService).dashboard(manager, { deviceName, sensor: 1 });
const enable = (deviceName: string) =>
  given.service.get(DevicesService).update(admin, deviceName, { weather: 'enabled' });
const weatherAt = (position: object) =>
  given.service.get(WeatherService).of({
    weather: 'enabled',
    locationMode: 'Gps',
    lat: null,
    lng: null,
    floorData: null,
    ...position,
  });

describe('the weather on the page of a device', () => {
  it('comes a moment after the page, which does not wait for a server that hangs', async () => {
    const deviceName = await given.makeDevice({ lat: 45.76, lng: 4.84 });
    expect((await pageOf(deviceName)).weather).toMatchObject({ enabled: false, status: 'disabled' });
    await enable(deviceName);
    openWeather.behaviour = { hangs: true };
    const shown: Awaited<ReturnType<typeof pageOf>>['weather'][] = [];
    const showing = () => timeOf(async () => shown.push((await pageOf(deviceName)).weather));
    expect(await quickest(showing, 1_500)).toBeLessThan(1_500);
    expect(shown[0]).toMatchObject({ enabled: true, status: 'pending', temperature: null });
    await until(() => openWeather.requests.length === 2);
  });

  it('is that of the device, asked for once for all devices near it', async () => {
    const near = [
      await given.makeDevice({ lat: 48.86, lng: 2.35 }),
      await given.makeDevice({ lat: 48.9, lng: 2.4 }),
    ];
    for (const deviceName of near) await enable(deviceName);
    await Promise.all(near.map(pageOf));
    const known = await until(async () => {
      const { weather } = await pageOf(near[1]!);
      return weather.status === 'known' && weather;
    });
    expect(known).toEqual({
      enabled: true,
      status: 'known',
      id: 300,
      main: 'Drizzle',
      temperature: 12.34,
      windSpeed: 4.1,
      precipitation: 35,
      city: 'Lyon',
      country: 'FR',
      asOf: expect.stringMatching(/^\d{4}-/),
    });
    expect(openWeather.count).toBe(1);
  });

  it('is that of its building where the device is on a floor', async () => {
    const { buildingId } = await given.service
      .get(BuildingsService)
      .create(
        manager,
        NewBuilding.parse({ buildingName: uniqueName('Hall'), lat: 60.1, lng: 24.9, managerId: null }),
      );
    const floorData = { buildingId, floorMapId: 'f1', xValue: 1, yValue: 1 };
    expect(await weatherAt({ locationMode: 'Map', floorData })).toMatchObject({ status: 'pending' });
    await until(() => openWeather.count === 1);
    expect(openWeather.requests[0]!.searchParams.get('lat')).toBe('60.1');
  });

  it('is asked for once by several replicas, and not again after a restart', async () => {
    const service = given.service;
    const config = { ...devicesVariables(service.database), ...openWeather.env };
    const replica = () =>
      new WeatherService(config, service.get(BuildingsService), service.get(WeatherCopies));
    const oslo = { lat: 59.9, lng: 10.7 };
    const knownBy = (weather: WeatherService) =>
      until(async () => {
        const answer = await weather.of({
          weather: 'enabled',
          locationMode: 'Gps',
          floorData: null,
          ...oslo,
        });
        return answer.status === 'known' && answer;
      });
    const first = await knownBy(replica());
    const second = await knownBy(replica());
    expect(openWeather.count).toBe(1);
    expect(second.temperature).toBe(first.temperature);
    expect(Math.abs(Date.parse(second.asOf!) - Date.parse(first.asOf!))).toBeLessThan(2_000);
  });

  it('is not shown where the coordinates are unknown', async () => {
    const gone = { buildingId: 'gone', floorMapId: 'f1', xValue: 1, yValue: 1 };
    for (const position of [{}, { locationMode: 'Map' }, { locationMode: 'Map', floorData: gone }]) {
      expect(await weatherAt(position)).toMatchObject({ enabled: false, status: 'noPosition' });
    }
    expect(openWeather.requests).toEqual([]);
  });

  it('is not shown where OpenWeather is not configured', async () => {
    const without = await GivenHome.prepare();
    try {
      const weather = await without.service.get(WeatherService).of({
        weather: 'enabled',
        locationMode: 'Gps',
        lat: 1,
        lng: 1,
        floorData: null,
      });
      expect(weather).toMatchObject({ enabled: false, status: 'notConfigured' });
    } finally {
      await without.stop();
    }
  });
});
