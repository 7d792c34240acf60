import type { Fact } from '@telemon/contracts/facts';
import type { ObjectId } from 'mongodb';

/** Size of a message beside its key and value. */
const OVERHEAD_BYTES = 100;

/** A fact on its way to Kafka. */
export interface FactMessage {
  /** Id of its row in the outbox. */
  rowId: ObjectId;
  fact: Fact;
  key: string;
  value: Buffer;
  bytes: number;
}

/** A fact's subject across all kinds; the topic keeps the last fact of each. */
export const idOf = ({ kind, key }: Pick<Fact, 'kind' | 'key'>): string => `${kind}:${key}`;

export const messageOf = (rowId: ObjectId, fact: Fact): FactMessage => {
  const key = idOf(fact);
  const value = Buffer.from(JSON.stringify(fact));
  return { rowId, fact, key, value, bytes: Buffer.byteLength(key) + value.length + OVERHEAD_BYTES };
};

/**
 * The messages, with those about one subject sorted by version among their positions. The ids of rows don't give this order if
 * two replicas write within a second.
 */
export const inOrderOfVersions = (messages: readonly FactMessage[]): FactMessage[] => {
  const byKey = Map.groupBy(messages, ({ key }) => key);
  for (const about of byKey.values()) about.sort((one, other) => one.fact.version - other.fact.version);
  return messages.map(({ key }) => byKey.get(key)!.shift()!);
};
