import { defineError } from '@telemon/platform/errors';

export const alertNotFound = defineError('AlertNotFound', 'not-found', () => 'There is no such alert');
export const notYourAlert = defineError(
  'NotYourAlert',
  'forbidden',
  () => 'Only its creator, a manager or an admin may delete this alert',
);
/** Said at the field, too. */
export const HOST_NOT_ALLOWED = 'Telemon may only connect to public addresses';
export const hostNotAllowed = defineError('HostNotAllowed', 'invalid', () => HOST_NOT_ALLOWED);
export const contactNotUsable = defineError('ContactNotUsable', 'invalid', () => 'invalid contact number');
