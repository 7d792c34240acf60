import { defineError } from '@telemon/platform/errors';

export const alertNotFound = defineError('AlertNotFound', 'not-found', () => 'There is no such alert');
export const notYourAlert = defineError(
  'NotYourAlert',
  'forbidden',
  () => 'Only its creator, a manager or an admin may change or delete this alert',
);
export const tooManyAlerts = defineError(
  'TooManyAlerts',
  'conflict',
  ({ most }: { most: number }) => `A device can have at most ${most} alerts. Delete one that is not needed`,
);
/** Said at the field, too. */
export const DEVICE_STAYS = 'An alert stays with its device';
export const deviceStays = defineError('DeviceStays', 'invalid', () => DEVICE_STAYS);
export const tooManyTests = defineError(
  'TooManyTests',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `Too many test messages of this alert were asked for. Try again in ${Math.ceil(waitS / 60)} min`,
);
export const contactNotUsable = defineError('ContactNotUsable', 'invalid', () => 'invalid contact number');
