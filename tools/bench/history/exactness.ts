import type { AnswerOf } from '@telemon/contracts/call';
import type { dashboards } from '@telemon/contracts/devices/dashboards';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Installation } from './installation.ts';
import type { Compared } from './make-history.ts';
import type { Exactness } from './results.ts';
import { sumsOf } from './series.ts';

/** Computing the sums of a device again takes a tenth of a second. */
const MOST_COMPARED = 20;
/** The answer's average is rounded to so much. */
const ROUNDED_TO = 1e-6;

/** Counts the history in all forms, and compares the sums of charts with a plain computation. */
export async function exactnessOf({ signIn, span }: Installation, compared: Compared): Promise<Exactness> {
  const v1 = await signIn();
  const { from, to, names } = span;
  const range = `sensor=1&fromDate=${new Date(from).toISOString()}&toDate=${new Date(to - 1).toISOString()}`;
  let stored = 0;
  for (const name of names) {
    const { pagination } = await v1.get<AnswerOf<typeof dashboards.sensorLog>>(
      `/deviceDashboard/getSensorLog/${name}?limit=1&${range}`,
    );
    stored += pagination.totalCount;
  }
  const every = Math.ceil(names.length / MOST_COMPARED);
  const sampled = names.flatMap((name, device) => (device % every === 0 ? [{ name, device }] : []));
  let different = 0;
  for (const { name, device } of sampled) {
    const { intelligence } = await v1.get<AnswerOf<typeof dashboards.device>>(
      `/deviceDashboard/${name}?${range}`,
    );
    const { minimum, maximum, average } = intelligence.summary;
    const sums = sumsOf(device, from, to);
    const isSame =
      minimum === sums.minimum &&
      maximum === sums.maximum &&
      Math.abs((average ?? NaN) - sums.average) <= ROUNDED_TO;
    if (!isSame) different++;
  }
  return {
    made: (names.length * (to - from)) / MINUTE_MS,
    stored: {
      telemon: stored,
      plain: await compared.plain.count(),
      'time-series': await compared['time-series'].count(),
    },
    compared: sampled.length,
    different,
  };
}
