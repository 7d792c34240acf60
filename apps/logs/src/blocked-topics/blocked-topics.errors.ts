import { defineError } from '@telemon/platform/errors';

export const blockedTopicNotFound = defineError(
  'BlockedTopicNotFound',
  'not-found',
  () => 'There is no such blocked topic',
);
export const topicIsBlocked = defineError(
  'TopicIsBlocked',
  'conflict',
  () => 'This topic is blocked already',
);
export const tooManyBlocked = defineError(
  'TooManyBlocked',
  'conflict',
  ({ most }: { most: number }) =>
    `At most ${most} topics can be blocked. Delete some, or block several by a wildcard`,
);
