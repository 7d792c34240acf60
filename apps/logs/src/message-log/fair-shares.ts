import type { LogRow } from './log-row.ts';

/**
 * At most `most` of a batch's rows: as equal a number of each device as there is, its newest ones. The oldest row that is kept of a
 * device also stands for its earlier ones. Devices that send least come first; `unshown` counts the messages of devices without a row.
 */
export const fairShares = (
  rows: readonly LogRow[],
  most: number,
): { kept: readonly LogRow[]; unshown: number } => {
  if (rows.length <= most) return { kept: rows, unshown: 0 };
  const byDevice = [...Map.groupBy(rows, ({ deviceName }) => deviceName).values()].sort(
    (one, other) => one.length - other.length,
  );
  const kept: LogRow[] = [];
  let unshown = 0;
  for (const [place, ofDevice] of byDevice.entries()) {
    const left = most - kept.length;
    const share = Math.min(ofDevice.length, Math.ceil(left / (byDevice.length - place)));
    if (share === 0) {
      unshown += ofDevice.length;
      continue;
    }
    const [oldest, ...newer] = ofDevice.slice(-share);
    kept.push({ ...oldest!, count: 1 + ofDevice.length - share }, ...newer);
  }
  return { kept, unshown };
};
