import type { Counts } from './drill.ts';

/** The sum of each count. */
export function summed(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
