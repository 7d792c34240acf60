import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';

/**
 * Whether there is weather at a device: it is `disabled` for it, `notConfigured` in the installation, the device has
 * `noPosition`; it is `pending` until OpenWeather answers, `unavailable` if that failed, or `known`.
 */
export const WeatherStatus = z.enum([
  'disabled',
  'notConfigured',
  'noPosition',
  'pending',
  'unavailable',
  'known',
]);
export type WeatherStatus = z.infer<typeof WeatherStatus>;

/** OpenWeather's data about a grid point. */
export const Conditions = z.object({
  /** OpenWeather's number of the condition; its hundreds digit names the kind. */
  id: z.int(),
  /** The condition in a word. */
  main: z.string(),
  /** °C. */
  temperature: z.number(),
  /** m/s. */
  windSpeed: z.number(),
  /** Probability of precipitation in the nearest forecast step, %. */
  precipitation: z.number(),
  city: z.string(),
  /** Two letters; empty at sea. */
  country: z.string(),
});
export type Conditions = z.infer<typeof Conditions>;

const nullable = {
  id: Conditions.shape.id.nullable(),
  main: Conditions.shape.main.nullable(),
  temperature: Conditions.shape.temperature.nullable(),
  windSpeed: Conditions.shape.windSpeed.nullable(),
  precipitation: Conditions.shape.precipitation.nullable(),
  city: Conditions.shape.city.nullable(),
  country: Conditions.shape.country.nullable(),
};

/** The weather at a device. `enabled`: its page shows it. All values are null unless `status` is `known`. */
export const Weather = z.object({
  enabled: z.boolean(),
  status: WeatherStatus,
  ...nullable,
  /** When OpenWeather was asked. */
  asOf: z.string().nullable(),
});
export type Weather = z.infer<typeof Weather>;

export const weather = {
  /** Never waits for OpenWeather: a page asks again while it is pending. */
  ofDevice: call(
    'devices.weather.of-device',
    z.strictObject({ deviceName: DeviceName.or(z.string().max(64)) }),
    Weather,
  ),
};
