import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { useLiveDevice } from '../live/live-context.ts';
import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { presentOf, type Answered } from './device-state.ts';

interface SensorValue {
  name: string;
  /** '' without a unit. */
  unit: string;
  /** 0 to 3. */
  channel: number;
  /** Null before the channel's first value. */
  value: number | null;
}

/** A device's sensors with the newest value of each channel. */
export type WithValues = Pick<DashboardDevice, 'deviceName' | 'sensors' | 'channels'> & {
  present: Pick<DashboardDevice['present'], 'current'>;
  /** The newest timestamp in the response, if it is known, in epoch milliseconds: older values of the stream don't count. */
  newestTimestamp?: number;
};

/** The current value of each sensor; values on channels without a sensor are dropped. */
export const sensorValues = (
  { sensors, channels }: Pick<WithValues, 'sensors' | 'channels'>,
  current: readonly (number | null)[],
): SensorValue[] =>
  sensors.flatMap((sensor, place) => {
    const channel = channels[place];
    return channel === undefined
      ? []
      : [{ ...nameAndUnit(sensor), channel, value: current[channel] ?? null }];
  });

/** A device's newest values and their time, and its silence, from the last response or from later events of the stream. */
export const usePresentValues = (device: WithValues & Answered) => {
  const live = useLiveDevice(device.deviceName);
  const { lastUpdated, silentSince } = presentOf(device, live);
  const isNewer = live.receivedAt !== null && live.receivedAt === lastUpdated;
  const { newestTimestamp = -Infinity } = device;
  const current = device.present.current.map((value, channel) =>
    isNewer && (value === null || live.timestamps[channel]! >= newestTimestamp)
      ? (live.current[channel] ?? value)
      : value,
  );
  return { lastUpdated, silentSince, isNewer, values: sensorValues(device, current) };
};

/** A value with its unit, for a pin; undefined without a value. */
export const valueWords = (sensor: SensorValue | undefined): string | undefined =>
  typeof sensor?.value === 'number' ? withUnit(formatValue(sensor.value), sensor.unit) : undefined;
