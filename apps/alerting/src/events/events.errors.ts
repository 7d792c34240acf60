import { defineError } from '@telemon/platform/errors';

export const eventNotFound = defineError('EventNotFound', 'not-found', () => 'There is no such event');
export const tooManyEvents = defineError(
  'TooManyEvents',
  'conflict',
  ({ most }: { most: number }) => `A device can have at most ${most} events. Delete one that is not needed`,
);
export const notYourEvent = defineError(
  'NotYourEvent',
  'forbidden',
  () => 'Only its creator, a manager or an admin may delete this event',
);
