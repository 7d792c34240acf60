import { until } from '@telemon/testing/waiting';
import type { AlertLogDocument } from '../../../apps/alerting/src/alert-log/alert-log-document.ts';
import type { Bound, Counts } from '../drill.ts';
import { receivedBy } from '../fleet/alerts.ts';
import { seqOf } from '../fleet/crossings.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { arrivedReadings, compareStored } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { type ExpectedFiring, firingsOf, type HoldRule } from './hold-reference.ts';
import type { ScriptedDevice } from './scripted-devices.ts';

const PATIENCE_MS = 60_000;
/** A firing says the time at which the hold time ended, by the arrivals of readings. */
const LATE_BY_AT_MOST_MS = 1_000;

/** The fields of an alert-log entry that are compared. */
type Entry = Pick<AlertLogDocument, '_id' | 'deviceName' | 'triggeredAt' | 'clearedAt' | 'clearedValue'> & {
  value: number;
};

/** The bounds of `holdOutcome`. */
export const EXACT_HOLDS: Readonly<Record<string, Bound>> = {
  acknowledged: { atLeast: 1 },
  lost: 0,
  duplicate: 0,
  phantom: 0,
  firings: { atLeast: 1 },
  missed: 0,
  firedTwice: 0,
  falseAlerts: 0,
  otherReading: 0,
  early: 0,
  latestMs: { atMost: LATE_BY_AT_MOST_MS },
  notCleared: 0,
  otherClearing: 0,
  noticesMissing: 0,
  noticesTwice: 0,
};

/** Waits until the alert log and the notices hold the outcome of the readings, for a minute at most, and counts them. */
export async function holdOutcome(
  installation: DrillInstallation,
  fleet: Fleet,
  sent: readonly ScriptedDevice[],
  rule: HoldRule,
): Promise<Counts> {
  const count = async (): Promise<Counts> => ({
    ...(await compareStored(installation, sent)),
    ...(await compareFirings(installation, fleet, rule)),
  });
  let counts: Counts = {};
  const hasArrived = async () => {
    counts = await count();
    return ['lost', 'missed', 'notCleared', 'noticesMissing'].every((name) => counts[name] === 0);
  };
  await until(hasArrived, { timeoutMs: PATIENCE_MS, everyMs: 500 }).catch(() => undefined);
  return counts;
}

async function compareFirings(installation: DrillInstallation, fleet: Fleet, rule: HoldRule) {
  const counts = {
    firings: 0,
    missed: 0,
    firedTwice: 0,
    falseAlerts: 0,
    otherReading: 0,
    early: 0,
    latestMs: 0,
    notCleared: 0,
    otherClearing: 0,
    noticesMissing: 0,
    noticesTwice: 0,
    noticesRepeated: 0,
  };
  const log = installation.database.db('alerting').collection<Entry>('alert_log');
  const [mails] = await receivedBy(installation, fleet);
  for (const { name, key } of fleet.devices) {
    const expected = firingsOf(await arrivedReadings(installation, key), rule);
    const entries = await log.find({ deviceName: name }, { sort: { triggeredAt: 1 } }).toArray();
    const unexpected = new Set(entries);
    counts.firings += expected.length;
    for (const firing of expected) {
      const [entry, ...others] = entries.filter((one) => isOf(one, firing));
      for (const one of [entry, ...others]) if (one) unexpected.delete(one);
      counts.firedTwice += others.length;
      if (entry === undefined) {
        counts.missed += 1;
        continue;
      }
      const lateMs = entry.triggeredAt.getTime() - firing.at;
      if (seqOf(entry.value) !== firing.seq) counts.otherReading += 1;
      if (lateMs < 0) counts.early += 1;
      counts.latestMs = Math.max(counts.latestMs, lateMs);
      if (firing.cleared !== null && entry.clearedAt === null) counts.notCleared += 1;
      else if (!isClearedBy(entry, firing)) counts.otherClearing += 1;
      const { plain, repeated } = mails!.of(`${name} is at ${entry.value}`);
      if (plain + repeated === 0) counts.noticesMissing += 1;
      counts.noticesTwice += Math.max(0, plain - 1);
      counts.noticesRepeated += repeated;
    }
    counts.falseAlerts += unexpected.size;
  }
  return counts;
}

/** Whether an entry names a reading between the beginning of the hold time and the clearing. */
const isOf = ({ value }: Entry, { first, cleared }: ExpectedFiring): boolean =>
  seqOf(value) >= first.seq && seqOf(value) < (cleared?.seq ?? Infinity);

const isClearedBy = ({ clearedAt, clearedValue }: Entry, { cleared }: ExpectedFiring): boolean =>
  clearedAt?.getTime() === cleared?.at && clearedValue === cleared?.value;
