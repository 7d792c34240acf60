import { withDaySoFar } from './day-so-far.ts';
import type { PerChannel } from './day-totals.ts';
import type { ArrivalTimes, Latest } from './latest.ts';

/** The values of a device that sent nothing yet. */
export const NO_VALUES: (number | null)[] = [null, null, null, null];

/** The newest value of each channel. */
export const currentOf = (latest: Latest | undefined): (number | null)[] =>
  latest ? latest.channels.map((newest) => newest?.current ?? null) : NO_VALUES;

/** ISO time of the last arrival; null where nothing came yet. */
export const lastUpdatedOf = (arrival: Pick<ArrivalTimes, 'lastUpdated'> | undefined): string | null =>
  arrival && arrival.lastUpdated > 0 ? new Date(arrival.lastUpdated).toISOString() : null;

/** How much later than its newest timestamp a device's last reading arrived, ms: much if its clock is slow. 0 where nothing came yet. */
export const lateByMsOf = (arrival: ArrivalTimes | undefined): number =>
  arrival && arrival.lastUpdated > 0 ? Math.max(0, Math.round(arrival.lastUpdated - arrival.newest)) : 0;

/** The minimum, maximum and average that go with the newest value of the first channel. */
export const firstSensorOf = (
  latest: Latest | undefined,
): { minimum: number | null; maximum: number | null; average: number | null } => {
  const newest = latest?.channels[0];
  if (!latest || !newest) return { minimum: null, maximum: null, average: null };
  const first = (value: number | null): PerChannel => [value, null, null, null];
  const { minimum, maximum, average } = withDaySoFar(
    {
      current: first(newest.current),
      minimum: first(newest.minimum),
      maximum: first(newest.maximum),
      average: first(newest.average),
    },
    latest.totalsOf(newest.at),
  );
  return { minimum: minimum[0]!, maximum: maximum[0]!, average: average[0]! };
};
