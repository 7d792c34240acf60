import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Counts, type Drill, type Form, type Tried } from './drill.ts';
import { compareStored } from './fleet/stored.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { Bystanders } from './storm/bystanders.ts';
import { Crowd, type CrowdSize } from './storm/crowd.ts';
import { Ledger } from './storm/ledger.ts';

const SIZES: Readonly<Record<Form, CrowdSize>> = {
  long: { recipients: 10, devicesOfEach: 490, limited: 100 },
  short: { recipients: 2, devicesOfEach: 40, limited: 20 },
};
/** From this notice to one recipient within a minute on, alerting sends the rest as one. */
const GROUPED_FROM = 5;
/**
 * Most messages to one recipient within a minute, where notices are grouped: it overlaps two minutes of alerting, each with the notices
 * before its first group, and a grouped one.
 */
const MOST_A_MINUTE = 2 * GROUPED_FROM;
const ENTRIES_WITHIN_MS = 60_000;
/** Deadline for storing another device's reading. */
const STORED_WITHIN_MS = 5_000;
/** Time for which the other devices are timed before the storm. */
const BEFORE_MS: Readonly<Record<Form, number>> = { long: 15_000, short: 1_000 };

/** Very many devices breach at once. */
export const stormDrill: Drill = {
  name: 'storm',
  promises: ['P1', 'P2', 'P3', 'P5'],
  about:
    'Five thousand devices (a hundred in the short form) breach at once and notify few recipients, while other devices send readings.',
  installation: { env: { GROUP_NOTICES_FROM: String(GROUPED_FROM) } },
  shortInstallation: 'shared',
  async run(installation, { form, say }) {
    const size = SIZES[form];
    const bystanders = await Bystanders.make(installation);
    say(`making ${size.recipients * size.devicesOfEach + size.limited} devices`);
    const crowd = await Crowd.make(installation, size);
    try {
      await crowd.connect();
      return await tryStorm(installation, crowd, bystanders, BEFORE_MS[form]);
    } finally {
      crowd.close();
    }
  },
};

async function tryStorm(
  installation: DrillInstallation,
  crowd: Crowd,
  bystanders: Bystanders,
  beforeMs: number,
): Promise<Tried[]> {
  const restartsBefore = installation.restarts;
  const stream = await bystanders.begin();
  const before = await bystanders.timeBeside(() => delay(beforeMs));
  let entriesMs = 0;
  const breachedAt = Date.now();
  const beside = await bystanders.timeBeside(async () => (entriesMs = await crowd.breach()));
  const notices = await new Ledger(installation, crowd).outcome(breachedAt);
  await stream.end();
  const counts: Counts = {
    ...(await compareStored(installation, crowd.readings)),
    ...(await crowd.entriesOutcome()),
    entriesMs,
    ...notices,
    restarts: installation.restarts - restartsBefore,
  };
  const isGrouped = (counts['groups'] ?? 0) > 0;
  const ofBystanders = {
    ...(await bystanders.outcome(stream)),
    storedP99BeforeMs: Math.round(before.p99),
    storedP99Ms: Math.round(beside.p99),
    storedWorstMs: Math.round(beside.max),
  };
  const devices = crowd.readings.length;
  return [
    judge(`${devices} devices breach at once`, counts, {
      lost: 0,
      duplicate: 0,
      phantom: 0,
      entries: crowd.entries,
      missed: 0,
      firedTwice: 0,
      falseAlerts: 0,
      entriesMs: { atMost: ENTRIES_WITHIN_MS },
      noticesMissing: 0,
      others: 0,
      held: 2 * crowd.limited.devices.length,
      limitsBroken: 0,
      groupsTooClose: 0,
      messagesMissing: 0,
      messagesTwice: 0,
      ...(isGrouped && { mostAMinute: { atMost: MOST_A_MINUTE } }),
      restarts: 0,
    }),
    judge('other devices meanwhile', ofBystanders, {
      acknowledged: { atLeast: 1 },
      lost: 0,
      duplicate: 0,
      phantom: 0,
      missed: 0,
      firedTwice: 0,
      falseAlerts: 0,
      storedWorstMs: { atMost: STORED_WITHIN_MS },
    }),
  ];
}
