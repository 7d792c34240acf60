import type { Filter } from 'mongodb';
import { until } from '@telemon/testing/waiting';
import type { NoticeDocument } from '../../../apps/alerting/src/delivery/notice.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const LOOKS_EVERY_MS = 10;

const collectionOf = ({ database }: DrillInstallation) =>
  database.db('alerting').collection<NoticeDocument>('notices');

/** The notices of a fleet's alerts. */
export const noticesOf = (
  installation: DrillInstallation,
  { devices }: Fleet,
  filter: Filter<NoticeDocument> = {},
): Promise<NoticeDocument[]> =>
  collectionOf(installation)
    .find({ deviceName: { $in: devices.map(({ name }) => name) }, ...filter })
    .toArray();

/** The number of notices that alerting has claimed, and whose outcome it has not recorded yet. */
export const claims = (installation: DrillInstallation, createdAfter = new Date(0)): Promise<number> =>
  collectionOf(installation).countDocuments({ ticket: { $exists: true }, createdAt: { $gt: createdAfter } });

/** Waits until alerting has claimed a notice that it makes from now on. */
export async function newClaim(installation: DrillInstallation): Promise<void> {
  const now = new Date();
  await until(async () => (await claims(installation, now)) > 0, {
    everyMs: LOOKS_EVERY_MS,
    what: 'a new claim of a notice',
  });
}
