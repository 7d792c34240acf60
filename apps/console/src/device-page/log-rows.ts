import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { CHANNELS, type Reading } from '@telemon/contracts/readings';

export interface LogPage {
  data: SensorLogRow[];
  total?: number | undefined;
}

/** The log row of a reading. */
export const rowOf = (reading: Reading): SensorLogRow => {
  const { current, minimum, maximum, average } = reading;
  const values = Object.entries({ TC: current, TN: minimum, TM: maximum, TA: average }).flatMap(
    ([prefix, series]) => CHANNELS.map((channel) => [`${prefix}${channel}`, series[channel - 1] ?? null]),
  );
  return {
    ...(Object.fromEntries(values) as SensorLogRow),
    timestamp: new Date(reading.timestamp).toISOString(),
    receivedAt: new Date(reading.receivedAt).toISOString(),
    BATTERY: reading.battery,
    ...(reading.test && { test: true }),
  };
};

/** Two rows with the same key are the same reading. */
const keyOf = ({ timestamp, receivedAt, TC1, TC2, TC3, TC4 }: SensorLogRow): string =>
  [timestamp, receivedAt, TC1, TC2, TC3, TC4].join();

/** Gives rows unique ids, because several readings may have one timestamp. Newer rows change no id of an older one. */
export const withOwnIds = <Page extends LogPage>(page: Page): Page => {
  const seen = new Map<string, number>();
  const data = page.data
    .toReversed()
    .map((row) => {
      const before = seen.get(row.timestamp) ?? 0;
      seen.set(row.timestamp, before + 1);
      return { ...row, id: `${row.timestamp} ${before}` };
    })
    .toReversed();
  return { ...page, data };
};

/** The first page of a log with newer readings inserted by time. */
export const withNewRows = <Page extends LogPage>(
  page: Page,
  fresh: SensorLogRow[],
  size: number,
  start: string,
): Page => {
  const known = new Set(page.data.map(keyOf));
  // An older reading belongs to a later page.
  const oldest = page.data.length < size ? null : page.data.at(-1)!.timestamp;
  const added = fresh.filter((row) => {
    const isHere = oldest === null ? row.timestamp >= start : row.timestamp > oldest;
    const isNew = isHere && !known.has(keyOf(row));
    known.add(keyOf(row));
    return isNew;
  });
  if (added.length === 0) return page;
  const data = [...added, ...page.data]
    .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
    .slice(0, size);
  return { ...page, data, total: (page.total ?? 0) + added.length };
};
