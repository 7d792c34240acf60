import { Inject, Injectable } from '@nestjs/common';
import type { Weather, WeatherStatus } from '@telemon/contracts/devices/weather';
import { CONFIG } from '@telemon/platform/platform.module';
import { BuildingsService } from '../buildings/buildings.service.ts';
import type { DevicesVariables } from '../config.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { OpenWeather } from './open-weather.ts';
import type { GridPoint } from './grid-point.ts';
import { SharedWeather } from './shared-weather.ts';
import { EVERY_MS, WeatherCache } from './weather-cache.ts';
import { WeatherCopies } from './weather-copies.repository.ts';

type Located = Pick<DeviceDocument, 'weather' | 'locationMode' | 'lat' | 'lng' | 'floorData'>;

/** The weather at devices, if OpenWeather is configured. */
@Injectable()
export class WeatherService {
  private readonly cache: WeatherCache | null;

  constructor(
    @Inject(CONFIG) { OPENWEATHER_KEY: key, OPENWEATHER_URL: url }: DevicesVariables,
    private readonly buildings: BuildingsService,
    copies: WeatherCopies,
  ) {
    const shared = key ? new SharedWeather(copies, new OpenWeather(url, key), EVERY_MS) : null;
    this.cache = shared && new WeatherCache((point) => shared.at(point));
  }

  /** The weather at a device, as far as it is known: OpenWeather is never waited for. */
  async of(device: Located): Promise<Weather> {
    if (device.weather !== 'enabled') return notShown('disabled');
    if (this.cache === null) return notShown('notConfigured');
    const coordinates = await this.coordinatesOf(device);
    if (coordinates === null) return notShown('noPosition');
    const known = this.cache.at(coordinates);
    if (known.status !== 'known') return { ...NOTHING, enabled: true, status: known.status };
    const { status, conditions, asOf } = known;
    return { enabled: true, status, ...conditions, asOf: new Date(asOf).toISOString() };
  }

  /** A device on a floor is where its building is. */
  private async coordinatesOf({ locationMode, lat, lng, floorData }: Located): Promise<GridPoint | null> {
    if (locationMode === 'Map') return floorData && this.buildings.coordinatesOf(floorData.buildingId);
    return lat === null || lng === null ? null : { lat, lng };
  }
}

const NOTHING = {
  id: null,
  main: null,
  temperature: null,
  windSpeed: null,
  precipitation: null,
  city: null,
  country: null,
  asOf: null,
};

const notShown = (status: WeatherStatus): Weather => ({ ...NOTHING, enabled: false, status });
