import { defineError } from '@telemon/platform/errors';

export const deviceNotFound = defineError('DeviceNotFound', 'not-found', () => 'There is no such device');
export const devicesNotFound = defineError(
  'DevicesNotFound',
  'invalid',
  () => 'Some of the devices do not exist; none was changed',
);
export const deviceNameTaken = defineError(
  'DeviceNameTaken',
  'conflict',
  ({ deviceName }: { deviceName: string }) => `The device name ${deviceName} is taken`,
);
export const notYours = defineError('NotYours', 'forbidden', () => 'You may not do this');
export const onlyAdminsChange = defineError(
  'OnlyAdminsChange',
  'forbidden',
  ({ field }: { field: string }) => `Only an admin changes ${field}`,
);
export const settingsMissing = defineError(
  'SettingsMissing',
  'invalid',
  () => 'The device lacks settings that it needs',
);
export const sensorNotChosen = defineError(
  'SensorNotChosen',
  'invalid',
  () => 'Choose a sensor of the manager',
);
