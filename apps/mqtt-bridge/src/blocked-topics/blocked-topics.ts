import { Injectable } from '@nestjs/common';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import type { TopicBlocks } from '../endpoint/topic-blocks.ts';
import { TopicFilters } from './topic-filters.ts';

/** The blocked topics, in a copy fed by facts of the logs service. */
@Injectable()
export class BlockedTopics implements TopicBlocks {
  changes = 0;
  private readonly copy: FactCopy<'blocked-topic'>;
  /** null: the topics have changed since. */
  private filters: TopicFilters | null = null;

  constructor(copies: FactCopies) {
    this.copy = copies.of('blocked-topic');
    this.copy.onChange(() => {
      this.changes++;
      this.filters = null;
    });
  }

  blocks(topic: string): boolean {
    this.filters ??= new TopicFilters([...this.copy.values()].map((blocked) => blocked.topic));
    return this.filters.matches(topic);
  }
}
