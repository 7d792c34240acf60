import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { nameAndUnit } from '../texts/units.ts';

interface SensorValue {
  name: string;
  /** '' where the name has none. */
  unit: string;
  /** 0 to 3. */
  channel: number;
  /** Null where nothing came on its channel yet. */
  value: number | null;
}

/** What each sensor reads at present; a value on a channel without a sensor is none's. */
export const sensorValues = (
  { sensors, channels }: Pick<DashboardDevice, 'sensors' | 'channels'>,
  current: readonly (number | null)[],
): SensorValue[] =>
  sensors.flatMap((sensor, place) => {
    const channel = channels[place];
    return channel === undefined
      ? []
      : [{ ...nameAndUnit(sensor), channel, value: current[channel] ?? null }];
  });
