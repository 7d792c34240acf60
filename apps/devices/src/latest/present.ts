import type { StoredHalfHours } from './half-hours.ts';
import type { Latest } from './latest.ts';

/** The values of a device on the home page. */
export interface Present {
  key: number;
  lastUpdated: number;
  current: (number | null)[];
  battery: number | null;
  halfHours: StoredHalfHours;
}

export const presentOf = ({ key, lastUpdated, channels, said, halfHours }: Latest): Present => ({
  key,
  lastUpdated,
  current: channels.map((channel) => channel?.current ?? null),
  battery: (said.battery?.value as number | undefined) ?? null,
  halfHours,
});
