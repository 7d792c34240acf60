/** A device that sent nothing for this long is shown as silent. */
export const SILENT_AFTER_MS = 15 * 60_000;

/** The four states a device is shown in, from the mildest to the worst. */
export const DEVICE_STATES = ['normal', 'waiting', 'silent', 'firing'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

export interface StateSource {
  /** 1 while any of the device's alerts is firing. */
  status: number;
  /** When the newest reading arrived; null before the first. */
  lastUpdated: string | number | null;
}

export const arrivedAt = (lastUpdated: string | number | null): number | null =>
  lastUpdated === null ? null : new Date(lastUpdated).getTime();

/** A firing device stays firing when it falls silent, because its alert still fires. */
export const stateOf = ({ status, lastUpdated }: StateSource, now: number): DeviceState => {
  if (status !== 0) return 'firing';
  const arrived = arrivedAt(lastUpdated);
  if (arrived === null) return 'waiting';
  return now - arrived > SILENT_AFTER_MS ? 'silent' : 'normal';
};
