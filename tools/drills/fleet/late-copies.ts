import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { firedSeqs, mailsOf } from './alerts.ts';
import { seqOf } from './crossings.ts';
import { Fleet } from './fleet.ts';
import { storedReadings } from './stored.ts';

/** Longer than an interrupted notice stays claimed (a minute, alerting's `delivery.service.ts`), after which it is sent again. */
const LATER_MS = 70_000;

/** Counts duplicates again, a while after the last fault: a second copy may come later than the last missing reading. */
export async function tryLateCopies(installation: DrillInstallation): Promise<Tried[]> {
  const fleets = Fleet.allOf(installation);
  if (fleets.length === 0) return [];
  await delay(LATER_MS);
  const counts = { devices: 0, stored: 0, duplicate: 0, firedTwice: 0, noticesTwice: 0 };
  for (const fleet of fleets) {
    for (const { name, key } of fleet.devices) {
      const readings = await storedReadings(installation, key, { _id: 1, c1: 1 });
      counts.devices += 1;
      counts.stored += readings.length;
      counts.duplicate += repeated(readings.map(({ c1 }) => seqOf(c1)));
      counts.firedTwice += repeated(await firedSeqs(installation, name));
    }
    for (const { plain } of (await mailsOf(installation, fleet)).values())
      counts.noticesTwice += Math.max(0, plain - 1);
  }
  return [
    judge(`all devices counted again, ${LATER_MS / 1_000} s after that`, counts, {
      duplicate: 0,
      firedTwice: 0,
      noticesTwice: 0,
    }),
  ];
}

/** How many numbers came before in the list. */
const repeated = (numbers: readonly number[]): number => numbers.length - new Set(numbers).size;
