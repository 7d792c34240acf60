import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { TopicFilter } from '../mqtt-bridge/topic-filter.ts';
import { limitOf, pageOf, pageQuery } from '../page.ts';

/** Most topics that can be blocked at once. */
export const MOST_BLOCKED_TOPICS = 1_000;
/** Blocked topics of a page without a `limit`. */
export const BLOCKED_TOPICS_OF_A_PAGE = 4;

/** A topic, possibly with wildcards, of which no message is stored or logged. */
export const BlockedTopic = z.object({ id: z.string(), topic: z.string() });
export type BlockedTopic = z.infer<typeof BlockedTopic>;

export const NewBlockedTopic = z.strictObject({ topicName: TopicFilter });
export type NewBlockedTopic = z.infer<typeof NewBlockedTopic>;

/**
 * Published over NATS when a topic is blocked, or unblocked (null), with the version of its fact: a replica of the MQTT endpoint need
 * not wait for that, which takes as long as Kafka is away.
 */
export const BlockedTopicChange = z.object({
  id: z.string(),
  version: z.int(),
  topic: z.string().nullable(),
});
export type BlockedTopicChange = z.infer<typeof BlockedTopicChange>;
export const BLOCKED_TOPIC_CHANGED_SUBJECT = 'logs.blocked-topics.changed';

export const blockedTopics = {
  create: call('logs.blocked-topics.create', NewBlockedTopic, BlockedTopic),
  /** The newest first. */
  list: call(
    'logs.blocked-topics.list',
    pageQuery(['topic', 'createdAt']).extend({ limit: limitOf(BLOCKED_TOPICS_OF_A_PAGE) }),
    pageOf('blockedTopics', BlockedTopic),
  ),
  remove: call('logs.blocked-topics.remove', z.strictObject({ id: Id }), z.null()),
};
