import type { AlertLogDocument } from '../../../apps/alerting/src/alert-log/alert-log-document.ts';
import type { Bound, Counts } from '../drill.ts';
import { REPEATED } from '../fleet/alerts.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

type Entry = Pick<
  AlertLogDocument,
  '_id' | 'cause' | 'deviceName' | 'deviceAlias' | 'triggeredAt' | 'clearedAt'
>;

/** Devices that must have one entry each, which no reading caused. */
export interface AwaitedEntries {
  readonly cause: 'deadline' | 'silence';
  readonly deviceNames: readonly string[];
  /** The entry's earliest time, on the installation's clock; null: no entry is due yet. */
  readonly from: number | null;
  /** The address of the entry's e-mail. */
  readonly recipient: string;
}

/** The first words of the e-mail about an entry. */
const wordsOf = ({ cause, deviceName, deviceAlias }: Entry): string =>
  cause === 'silence' ? `${deviceAlias} is silent since` : `${deviceName} is at –`;

/** The bounds of `compareAwaited`. @param latestMs The most by which an entry's time may be too late */
export const exactlyOnce = (latestMs: number): Readonly<Record<string, Bound>> => ({
  missed: 0,
  firedTwice: 0,
  falseAlerts: 0,
  early: 0,
  latestMs: { atMost: latestMs },
  noticesMissing: 0,
  noticesTwice: 0,
});

/** Compares the devices' entries with the one that each must have. */
export async function compareAwaited(installation: DrillInstallation, awaited: AwaitedEntries) {
  const { cause, deviceNames, from, recipient } = awaited;
  const counts = {
    due: from === null ? 0 : deviceNames.length,
    missed: 0,
    firedTwice: 0,
    falseAlerts: 0,
    early: 0,
    latestMs: 0,
    notCleared: 0,
    noticesMissing: 0,
    noticesTwice: 0,
    noticesRepeated: 0,
  };
  const { database } = installation;
  const log = database.db('alerting').collection<Entry>('alert_log');
  const outbox = database.db('outbox').collection<{ text: string }>('messages');
  const entries = await log.find({ deviceName: { $in: [...deviceNames] } }).toArray();
  const mails = await outbox.find({ kind: 'email', to: recipient }).toArray();
  for (const name of deviceNames) {
    const own = entries.filter(({ deviceName }) => deviceName === name);
    const due = own.filter((entry) => entry.cause === cause);
    counts.falseAlerts += own.length - due.length;
    if (from === null) {
      counts.falseAlerts += due.length;
      continue;
    }
    if (due.length === 0) counts.missed += 1;
    counts.firedTwice += Math.max(0, due.length - 1);
    for (const entry of due) {
      const lateMs = entry.triggeredAt.getTime() - from;
      if (lateMs < 0) counts.early += 1;
      counts.latestMs = Math.max(counts.latestMs, lateMs);
      if (entry.clearedAt === null) counts.notCleared += 1;
      const about = mails.filter(({ text }) => text.startsWith(wordsOf(entry)));
      const repeated = about.filter(({ text }) => text.includes(REPEATED)).length;
      if (about.length === 0) counts.noticesMissing += 1;
      counts.noticesTwice += Math.max(0, about.length - repeated - 1);
      counts.noticesRepeated += repeated;
    }
  }
  return counts satisfies Counts;
}
