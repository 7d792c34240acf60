import { defineError } from '@telemon/platform/errors';

export const alertNotFound = defineError('AlertNotFound', 'not-found', () => 'There is no such alert');
export const notYourAlert = defineError(
  'NotYourAlert',
  'forbidden',
  () => 'Only its creator, a manager or an admin may delete this alert',
);
export const contactNotUsable = defineError('ContactNotUsable', 'invalid', () => 'invalid contact number');
