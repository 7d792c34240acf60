import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { drift, flicker } from './random.ts';

/** A sensor's value at an instant (epoch ms); deterministic. */
export type Curve = (time: number) => number;

const YEAR = 365.25 * DAY_MS;

/** 1 at its peak hour of the day (UTC), −1 twelve hours away from it. */
const dayWave = (time: number, peakHour: number) =>
  Math.cos(((time % DAY_MS) / HOUR_MS - peakHour) * (Math.PI / 12));
/** 1 in mid-July, −1 in mid-January. */
const yearWave = (time: number) => Math.cos(((time % YEAR) / YEAR - 0.54) * 2 * Math.PI);
/** 0 to 1: how near the hour of the day is to a peak of `widthHours`. */
const bump = (time: number, peakHour: number, widthHours: number) => {
  const away = Math.abs(((time % DAY_MS) / HOUR_MS - peakHour + 36) % 24) - 12;
  return Math.exp(-((away / widthHours) ** 2));
};
/** 0 to 1 and back within each period: up during `rise` of it, down during the rest. */
const sawtooth = (time: number, periodMs: number, rise: number) => {
  const phase = (time / periodMs) % 1;
  return phase < rise ? phase / rise : (1 - phase) / (1 - rise);
};

/** Outside air, °C: season, day, and weather that lasts for days. */
export const outsideAir =
  (seed: number, mean = 12): Curve =>
  (time) =>
    mean +
    8 * yearWave(time) +
    3.5 * dayWave(time, 14) +
    4 * drift(seed, time, 2.5 * DAY_MS) +
    0.3 * drift(seed + 1, time, 20 * MINUTE_MS);

/** A cooled room, °C: the compressor's cycle, a defrost every eight hours, doors that open by day. */
export const cooledRoom =
  (seed: number, set: number): Curve =>
  (time) => {
    const doors =
      Math.max(0, bump(time, 8, 2.5) + bump(time, 15, 3)) * (0.4 + 0.4 * drift(seed, time, HOUR_MS));
    const defrost = Math.max(0, 1 - ((time + seed * 997) % (8 * HOUR_MS)) / (25 * MINUTE_MS));
    const cycle = 0.45 * (sawtooth(time + seed * 131, 34 * MINUTE_MS, 0.35) - 0.5);
    return set + doors + 1.1 * defrost + cycle + 0.06 * flicker(seed + 1, time, 5_000);
  };

/** Relative humidity, %. */
export const humidity =
  (seed: number, mean: number): Curve =>
  (time) =>
    Math.min(
      99,
      mean - 5 * dayWave(time, 14) + 7 * drift(seed, time, 9 * HOUR_MS) + flicker(seed + 1, time, MINUTE_MS),
    );

/** 0 to 1: how much water a town draws, with its two peaks. */
const demand = (seed: number, time: number) =>
  0.18 +
  0.6 * bump(time, 7, 1.8) +
  0.55 * bump(time, 18.5, 2.4) +
  0.25 * bump(time, 12.5, 3) +
  0.06 * drift(seed, time, 40 * MINUTE_MS);

/** Pressure behind a pump, bar: falls as the demand rises. */
export const pumpPressure =
  (seed: number, full: number): Curve =>
  (time) =>
    full - 0.9 * demand(seed, time) + 0.05 * flicker(seed + 1, time, 5_000);

/** Flow, m³/h. */
export const pumpFlow =
  (seed: number, most: number): Curve =>
  (time) =>
    Math.max(0, most * demand(seed, time) + 0.4 * flicker(seed + 1, time, 5_000));

/** A motor's temperature, °C: follows the demand of 20 minutes ago. */
export const motorTemperature =
  (seed: number, idle: number): Curve =>
  (time) =>
    idle +
    22 * demand(seed, time - 20 * MINUTE_MS) +
    2 * drift(seed + 1, time, 2 * HOUR_MS) +
    0.2 * flicker(seed + 2, time, 5_000);

/** A steady value with a slow drift. */
export const steady =
  (seed: number, mean: number, swing: number): Curve =>
  (time) =>
    mean + swing * drift(seed, time, 7 * HOUR_MS) + 0.12 * swing * flicker(seed + 1, time, 5_000);

/** Rain, mm/h: dry most of the time, showers that last for hours. */
export const rainfall =
  (seed: number): Curve =>
  (time) => {
    const clouds = 0.75 * drift(seed, time, 11 * HOUR_MS) + 0.45 * drift(seed + 1, time, 70 * MINUTE_MS);
    return clouds < 0.45 ? 0 : (clouds - 0.45) * 9;
  };

/** A tank's level, cm: filled in a few hours, drawn from until it is low. */
export const tankLevel =
  (seed: number, { low, high, periodHours }: { low: number; high: number; periodHours: number }): Curve =>
  (time) => {
    const wobble = 2.5 * HOUR_MS * drift(seed, time, 2 * DAY_MS);
    const share = sawtooth(time + wobble + seed * 7_919, periodHours * HOUR_MS, 0.3);
    return low + (high - low) * share + 0.5 * flicker(seed + 1, time, 5_000);
  };

/** The level of a basin that the rain of the last eight hours fills, cm. */
export const stormBasin =
  (seed: number, rain: Curve, empty: number): Curve =>
  (time) => {
    let collected = 0;
    for (let ago = 0; ago < 16; ago++) collected += rain(time - ago * 30 * MINUTE_MS) * Math.exp(-ago / 6);
    return empty + 9 * collected + 0.5 * flicker(seed, time, 5_000);
  };

/** Turbidity, NTU: rises with the rain. */
export const turbidity =
  (seed: number, rain: Curve): Curve =>
  (time) =>
    0.7 +
    0.25 * drift(seed, time, 5 * HOUR_MS) +
    0.22 * rain(time - 40 * MINUTE_MS) +
    0.03 * flicker(seed + 1, time, 5_000);

/** A battery, V: falls for 170 days, then is replaced. */
export const battery =
  (seed: number): Curve =>
  (time) => {
    const life = (time / (170 * DAY_MS) + (seed % 1_000) / 1_000) % 1;
    return 4.12 - 0.5 * life ** 1.3 - 0.02 * (1 - dayWave(time, 14));
  };

/** Strength of the radio signal, dBm. */
export const signal =
  (seed: number): Curve =>
  (time) =>
    -76 - (seed % 12) + 5 * drift(seed, time, 3 * HOUR_MS) + 2 * flicker(seed + 1, time, 5_000);
