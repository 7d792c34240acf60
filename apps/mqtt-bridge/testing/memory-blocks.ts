import type { TopicBlocks } from '../src/endpoint/topic-blocks.ts';

/** The blocked topics of a spec: names without wildcards, in memory. */
export class MemoryBlocks implements TopicBlocks {
  changes = 0;
  /** The topics that were looked up, in this order. */
  readonly lookedUp: string[] = [];
  private topics: readonly string[] = [];

  /** Blocks exactly these topics. */
  set(...topics: string[]): void {
    this.topics = topics;
    this.changes++;
  }

  blocks(topic: string): boolean {
    this.lookedUp.push(topic);
    return this.topics.includes(topic);
  }
}
