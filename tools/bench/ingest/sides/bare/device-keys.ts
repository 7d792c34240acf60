import { deviceNames } from '../../fleet.ts';

/** The key of each device, with which the ids of its readings begin. */
export const keysOf = (devices: number): Map<string, number> =>
  new Map(deviceNames(devices).map((name, device) => [name, device + 1]));
