import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { type DomainError, defineError } from '@telemon/platform/errors';

/** The most names in a message. */
const MOST_NAMED = 5;

export const deviceNotFound = defineError('DeviceNotFound', 'not-found', () => 'There is no such device');
export const devicesNotFound = defineError(
  'DevicesNotFound',
  'invalid',
  ({ names }: { names: readonly string[] }) =>
    `No device was changed: there is no ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ' …' : ''}`,
);
export const deviceNameTaken = defineError(
  'DeviceNameTaken',
  'conflict',
  ({ deviceName }: { deviceName: string }) => `The device name ${deviceName} is taken`,
);
export const notYours = defineError('NotYours', 'forbidden', () => 'You may not do this');
/** @throws `refusal` if an assistant asks, or a caller without a token. */
export const refuseAssistants = ({ role }: Actor, refusal: () => DomainError = notYours): void => {
  if (!isAdmin(role) && role !== 'manager') throw refusal();
};
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
