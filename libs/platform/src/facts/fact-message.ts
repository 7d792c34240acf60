import type { Fact } from '@telemon/contracts/facts';
import type { ObjectId } from 'mongodb';

/** What a message takes beside its key and value. */
const OVERHEAD_BYTES = 100;

/** A fact on its way to Kafka. */
export interface FactMessage {
  /** Of the row that it waits in. */
  rowId: ObjectId;
  fact: Fact;
  key: string;
  value: Buffer;
  bytes: number;
}

/** What a fact is about, whatever its kind; the topic keeps the last fact of each. */
export const idOf = ({ kind, key }: Pick<Fact, 'kind' | 'key'>): string => `${kind}:${key}`;

export const messageOf = (rowId: ObjectId, fact: Fact): FactMessage => {
  const key = idOf(fact);
  const value = Buffer.from(JSON.stringify(fact));
  return { rowId, fact, key, value, bytes: Buffer.byteLength(key) + value.length + OVERHEAD_BYTES };
};

/**
 * The same messages, those about one thing by their versions, in the places that they take together. Ids of rows that two
 * replicas write within a second are in no order.
 */
export const inOrderOfVersions = (messages: readonly FactMessage[]): FactMessage[] => {
  const byKey = Map.groupBy(messages, ({ key }) => key);
  for (const about of byKey.values()) about.sort((one, other) => one.fact.version - other.fact.version);
  return messages.map(({ key }) => byKey.get(key)!.shift()!);
};
