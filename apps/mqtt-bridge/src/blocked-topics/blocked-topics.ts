import { Injectable } from '@nestjs/common';
import { BLOCKED_TOPIC_CHANGED_SUBJECT, BlockedTopicChange } from '@telemon/contracts/logs/blocked-topics';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import type { TopicBlocks } from '../endpoint/topic-blocks.ts';
import { TopicFilters } from './topic-filters.ts';

/** The blocked topics, in a copy fed by facts of the logs service, and by its messages over NATS until the facts have come. */
@Injectable()
export class BlockedTopics implements TopicBlocks {
  changes = 0;
  private readonly copy: FactCopy<'blocked-topic'>;
  /** The changes that are newer than the copy, by the topic's id. */
  private readonly ahead = new Map<string, BlockedTopicChange>();
  /** null: the topics have changed since. */
  private filters: TopicFilters | null = null;

  constructor(copies: FactCopies, live: Live) {
    this.copy = copies.of('blocked-topic');
    this.copy.onChange((id, _state, version) => {
      const ahead = this.ahead.get(id);
      if (ahead && ahead.version <= version) this.ahead.delete(id);
      this.changed();
    });
    live.subscribe(BLOCKED_TOPIC_CHANGED_SUBJECT, BlockedTopicChange, (change) => this.learn(change));
  }

  blocks(topic: string): boolean {
    this.filters ??= new TopicFilters(this.topics());
    return this.filters.matches(topic);
  }

  private learn(change: BlockedTopicChange): void {
    const { id, version } = change;
    if (version <= Math.max(this.copy.versionOf(id), this.ahead.get(id)?.version ?? 0)) return;
    this.ahead.set(id, change);
    this.changed();
  }

  private topics(): string[] {
    const topics = new Map<string, string | null>();
    for (const { id, topic } of this.copy.values()) topics.set(id, topic);
    for (const { id, topic } of this.ahead.values()) topics.set(id, topic);
    return [...topics.values()].filter((topic) => topic !== null);
  }

  private changed(): void {
    this.changes++;
    this.filters = null;
  }
}
