import { defineError } from '@telemon/platform/errors';

export const sensorTypeNotFound = defineError(
  'SensorTypeNotFound',
  'not-found',
  () => 'There is no such sensor',
);
export const sensorTypeInUse = defineError(
  'SensorTypeInUse',
  'conflict',
  () => 'The sensor is in use by a device',
);
