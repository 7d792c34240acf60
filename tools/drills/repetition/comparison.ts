import { until } from '@telemon/testing/waiting';
import type { Bound, Counts } from '../drill.ts';
import type { DrilledDevice, Fleet } from '../fleet/fleet.ts';
import { compareAlerts } from '../fleet/alerts.ts';
import { countAgainLater } from '../fleet/recount.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { endStateOf, type EndState } from './end-state.ts';

/** The expected end state of a device. */
export interface Expected {
  readonly device: DrilledDevice;
  readonly first: 0;
  /** The numbers of its readings. */
  readonly seqs: readonly number[];
  /** The numbers of the readings at which its alert fires. */
  readonly crossings: readonly number[];
  /** The device of the clean run that sent the same readings, each once and in order. */
  readonly clean: DrilledDevice;
}

export const SAME: Readonly<Record<string, Bound>> = {
  lost: 0,
  duplicate: 0,
  phantom: 0,
  otherEndStates: 0,
  missed: 0,
  firedTwice: 0,
  falseAlerts: 0,
  noticesMissing: 0,
  noticesTwice: 0,
};

const PATIENCE_MS = 60_000;

/** Waits until the end state of a fleet equals that of the clean run, for a minute at most, and counts the differences. */
export async function compareWithClean(
  installation: DrillInstallation,
  fleet: Fleet,
  expected: readonly Expected[],
): Promise<Counts> {
  const from = performance.now();
  const count = async (): Promise<Counts> => ({
    ...(await compareEndStates(installation, expected)),
    ...(await compareAlerts(installation, fleet, expected, ({ crossings }) => crossings)),
  });
  countAgainLater(installation, count);
  let counts: Counts = {};
  const isSame = async () => {
    counts = await count();
    return Object.keys(SAME).every((name) => counts[name] === 0);
  };
  await until(isSame, { timeoutMs: PATIENCE_MS, everyMs: 500 }).catch(() => undefined);
  return { ...counts, sameAfterMs: Math.round(performance.now() - from) };
}

async function compareEndStates(
  installation: DrillInstallation,
  expected: readonly Expected[],
): Promise<Counts> {
  const counts = {
    devices: expected.length,
    readings: 0,
    lost: 0,
    duplicate: 0,
    phantom: 0,
    otherEndStates: 0,
  };
  const cleanStates = new Map<DrilledDevice, EndState>();
  for (const { device, seqs, clean } of expected) {
    if (!cleanStates.has(clean)) cleanStates.set(clean, await endStateOf(installation, clean));
    const state = await endStateOf(installation, device);
    const [stored, sent] = [new Set(state.seqs), new Set(seqs)];
    counts.readings += seqs.length;
    counts.lost += seqs.filter((seq) => !stored.has(seq)).length;
    counts.duplicate += state.seqs.length - stored.size;
    counts.phantom += [...stored].filter((seq) => !sent.has(seq)).length;
    if (state.text !== cleanStates.get(clean)!.text) counts.otherEndStates += 1;
  }
  return counts;
}
