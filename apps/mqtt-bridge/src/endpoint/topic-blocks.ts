/** The topics of which no message is stored. */
export interface TopicBlocks {
  /** Grows with each change of the blocked topics, so that a verdict can be kept until then; 0: none has ever been blocked. */
  readonly changes: number;
  /** Whether the topic with this name is blocked. */
  blocks(topic: string): boolean;
}
