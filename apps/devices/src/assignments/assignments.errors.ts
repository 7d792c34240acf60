import { defineError } from '@telemon/platform/errors';

export const assignmentNotFound = defineError(
  'AssignmentNotFound',
  'not-found',
  () => 'There is no such assignment',
);
export const noSuchAssistant = defineError(
  'NoSuchAssistant',
  'invalid',
  () => "Choose an assistant of the device's manager",
);
export const assignedAlready = defineError(
  'AssignedAlready',
  'conflict',
  () => 'The device is assigned to this assistant already',
);
export const tooManyAssistants = defineError(
  'TooManyAssistants',
  'conflict',
  ({ most }: { most: number }) => `A device has at most ${most} assistants`,
);
