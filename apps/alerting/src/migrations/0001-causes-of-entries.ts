import type { Migration } from '@telemon/platform/migrations/migrations';

/** The index of an earlier version, in which two silences would count as entries of one alert. */
const FORMER_INDEX = 'one_open';

/**
 * Gives each entry of the alert log its cause: so far it was always a reading. Replicas of the former version may add entries without
 * a cause while the step runs and after it; those count as due to a reading, too.
 */
export const causesOfEntries: Migration = {
  name: '0001-causes-of-entries',
  async up({ db }) {
    const log = db.collection('alert_log');
    await log.updateMany({ cause: { $exists: false } }, { $set: { cause: 'reading' } });
    const indexes = await log.indexes().catch(() => []);
    if (indexes.some(({ name }) => name === FORMER_INDEX)) await log.dropIndex(FORMER_INDEX);
  },
};
