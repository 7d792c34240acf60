import { defineError } from '@telemon/platform/errors';

export const topicBlocked = defineError(
  'TopicBlocked',
  'conflict',
  () => 'The topic of the device’s readings is blocked',
);
