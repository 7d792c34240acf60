import { HOUR_MS } from '@telemon/contracts/durations';
import { ALERTS } from './alerts.ts';
import type { DemoDevice } from './fleet.ts';
import { severity } from './incidents.ts';
import { chance, seedOf } from './random.ts';

/** A reading as a device sends it, by the wire's field names. */
export type WireReading = { timestamp: number } & Record<string, number | string>;

/** The time of a reading, and the fleet's state at that time. */
interface Moment {
  /** Epoch ms. */
  time: number;
  /** Time since the device's last reading, ms; the reading has the rain of that time. */
  sinceMs: number;
  /** When the fleet began to send, epoch ms; null before that. */
  liveFrom: number | null;
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

const digits = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(chance(seed, index) * 10)).join('');

const ALERTED = ALERTS.map(({ deviceName }) => deviceName);

/** A device's reading at a moment; deterministic. */
export const readingOf = (device: DemoDevice, { time, sinceMs, liveFrom }: Moment): WireReading => {
  const seed = seedOf(device.deviceName);
  const reading: WireReading = { timestamp: time };
  const index = ALERTED.indexOf(device.deviceName);
  const turn = liveFrom === null || index < 0 ? null : { liveFrom, index, count: ALERTED.length };
  // Late readings start no alert, so a history beyond a set point would look like a missed alert.
  const isUnlogged = liveFrom === null && index >= 0;
  for (const [position, { curve, decimals }] of device.channels.entries()) {
    let value = curve(time);
    if (device.incident?.channel === position + 1 && !isUnlogged)
      value += (device.incident.value - value) * 0.95 * severity(seed + 50, time, turn);
    reading[`TC${device.pluggedIn?.[position] ?? position + 1}`] = rounded(value, decimals);
  }
  if (device.battery) reading.BATTERY = rounded(device.battery(time), 2);
  if (device.rain) reading.RAIN = rounded((device.rain(time) * sinceMs) / HOUR_MS, 3);
  if (device.signal) {
    reading.RSSI = rounded(device.signal(time), 0);
    reading.IMEI = `86${digits(seed, 13)}`;
    reading.SIMID = `8944${digits(seed + 1, 15)}`;
  }
  return reading;
};
