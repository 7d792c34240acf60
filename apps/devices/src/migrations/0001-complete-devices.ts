import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import type { Migration } from '@telemon/platform/migrations/migrations';

const DEFAULTS = { floorData: null, sensorAdjustment: NO_ADJUSTMENT, sensorMapping: NO_MAPPING };

/**
 * Early versions stored devices without these settings. The former version stores them with each device, so its replicas add none
 * that lacks them, neither while the step runs nor after it.
 */
export const completeDevices: Migration = {
  name: '0001-complete-devices',
  async up({ db }) {
    const lacking = { sensorMapping: { $exists: false } };
    const complete = { $mergeObjects: [{ $literal: DEFAULTS }, '$$ROOT'] };
    await db.collection('devices').updateMany(lacking, [{ $replaceWith: complete }]);
  },
};
