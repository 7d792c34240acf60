import type { StoredHalfHours } from './half-hours.ts';
import type { ArrivalTimes, Latest } from './latest.ts';

/** The values of a device on the home page. */
export interface Present extends ArrivalTimes {
  key: number;
  current: (number | null)[];
  battery: number | null;
  halfHours: StoredHalfHours;
}

export const presentOf = ({ key, lastUpdated, newest, channels, said, halfHours }: Latest): Present => ({
  key,
  lastUpdated,
  newest,
  current: channels.map((channel) => channel?.current ?? null),
  battery: (said.battery?.value as number | undefined) ?? null,
  halfHours,
});
