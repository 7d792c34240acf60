// The product's own code, as it is built: tools run without a build step, which its decorators need.
export { Mongo } from '@telemon/platform/mongo';
export { ReadingsRepository } from '../../../../apps/devices/dist/stored-readings/readings.repository.js';
export { SealedHours } from '../../../../apps/devices/dist/history/sealed-hours.repository.js';
export { readingId } from '../../../../apps/devices/dist/stored-readings/reading-id.js';
export {
  StoredReading,
  type StoredDocument,
} from '../../../../apps/devices/dist/stored-readings/stored-reading.js';
export { openFrom } from '../../../../apps/devices/dist/history/open-hours.js';
