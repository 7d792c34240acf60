import { until } from '@telemon/testing/waiting';

const SETTLED_WITHIN_MS = 10_000;

/** A count once it is 0, or its value after ten seconds. */
export async function settled(count: () => Promise<number>): Promise<number> {
  let last = NaN;
  const isNone = async () => (last = await count()) === 0;
  await until(isNone, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 100 }).catch(() => undefined);
  return last;
}
