import { Fact, type FactOf } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessageBatch } from '../kafka/consumption.ts';
import type { Kafka } from '../kafka/kafka.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Mongo } from '../mongo.ts';
import { untilAnswered } from '../until-answered.ts';

/** Before Kafka is asked for its newest offset again, ms. */
const ASKS_AGAIN_AFTER_MS = 500;

type Kind = Fact['kind'];
type State<K extends Kind> = NonNullable<FactOf<K>['state']>;

interface CopyRow {
  _id: string;
  version: number;
  state: unknown;
  /** Version of the newest fact that showed that an entity of this name was removed, also if another has the name since. */
  goneVersion?: number;
}

/** For kinds whose names are used again: a value that no two entities share. */
const IDENTITY_OF: { readonly [K in Kind]?: (state: State<K>) => unknown } = {
  device: ({ deviceKey }) => deviceKey,
};

/** This service's copy of another's entities of one kind: in memory for queries, in its database across restarts. */
export class FactCopy<K extends Kind> {
  private readonly states = new Map<string, State<K>>();
  private readonly versions = new Map<string, number>();
  private readonly goneVersions = new Map<string, number>();
  /** Keys of facts that were not understood. */
  private readonly misunderstood = new Set<string>();
  /** Facts that are in memory and not stored yet: when they come again, `take` ignores them. */
  private readonly unwritten: FactOf<K>[] = [];
  private readonly listeners: ((key: string, state: State<K> | null, version: number) => void)[] = [];

  constructor(
    readonly kind: K,
    private readonly rows: Collection<CopyRow>,
  ) {}

  get(key: string): State<K> | undefined {
    return this.states.get(key);
  }

  values(): IterableIterator<State<K>> {
    return this.states.values();
  }

  /** The version of the newest fact about an entity; 0 if there was none. It grows on when a name is used again. */
  versionOf(key: string): number {
    return this.versions.get(key) ?? 0;
  }

  /** Whether a fact about an entity has arrived, even if the entity is removed by now or the fact was not understood. */
  hasHeardOf(key: string): boolean {
    return this.versions.has(key) || this.misunderstood.has(key);
  }

  /** Remembers that there is a fact about the entity, so that no work waits for it. */
  misunderstand(key: string): void {
    this.misunderstood.add(key);
  }

  /**
   * Calls `listener` for each change from now on, and for each entity loaded at the start; a null state: it was removed. When a
   * name passes to another entity, it is called with null first, even if the topic has no fact of the removal.
   */
  onChange(listener: (key: string, state: State<K> | null, version: number) => void): void {
    this.listeners.push(listener);
  }

  async load(): Promise<void> {
    const rows = await untilAnswered(() => this.rows.find().toArray());
    for (const { _id, version, state, goneVersion } of rows) {
      if (state !== null && goneVersion !== undefined) this.end(_id, goneVersion);
      this.take(_id, version, state as State<K> | null);
    }
  }

  /**
   * Takes the facts that are newer than the copy; older and repeated ones change nothing.
   * @throws if they could not be stored; the next call stores them, too
   */
  async apply(facts: FactOf<K>[]): Promise<void> {
    this.unwritten.push(
      ...facts.filter(({ key, version, state }) => this.take(key, version, state as State<K> | null)),
    );
    const { length } = this.unwritten;
    if (length === 0) return;
    await this.rows.bulkWrite(
      this.unwritten.map(({ key, version, state }) => ({
        // Another replica may already have written a newer one; the first fact makes the row.
        updateOne: {
          filter: { _id: key },
          update: [
            {
              $replaceWith: {
                $cond: [
                  { $lt: [{ $ifNull: ['$version', 0] }, version] },
                  { _id: { $literal: key }, version, state: { $literal: state }, ...this.goneOf(key) },
                  '$$ROOT',
                ],
              },
            },
          ],
          upsert: true,
        },
      })),
    );
    this.unwritten.splice(0, length);
  }

  private take(key: string, version: number, state: State<K> | null): boolean {
    if ((this.versions.get(key) ?? 0) >= version) return false;
    this.versions.set(key, version);
    if (state === null || this.isAnother(key, state)) this.end(key, version);
    if (state !== null) this.begin(key, state, version);
    return true;
  }

  private begin(key: string, state: State<K>, version: number): void {
    this.states.set(key, state);
    for (const listener of this.listeners) listener(key, state as State<K> | null, version);
  }

  private end(key: string, version: number): void {
    this.goneVersions.set(key, version);
    this.states.delete(key);
    for (const listener of this.listeners) listener(key, null, version);
  }

  private isAnother(key: string, state: State<K>): boolean {
    const identityOf = IDENTITY_OF[this.kind];
    const before = this.states.get(key);
    const [known, present] = [before && identityOf?.(before), identityOf?.(state)];
    // A fact of an earlier version of Telemon may lack it: the entity is the same with it and without.
    return known !== undefined && present !== undefined && known !== present;
  }

  private goneOf(key: string): Pick<CopyRow, 'goneVersion'> {
    const goneVersion = this.goneVersions.get(key);
    return goneVersion === undefined ? {} : { goneVersion };
  }
}

/** Consumes `domain.facts` for the kinds that a service keeps copies of. Every replica reads all of them. */
export class FactCopies {
  private readonly copies = new Map<Kind, FactCopy<Kind>>();
  /** The offset after the last fact that was taken. */
  private takenUpTo = 0n;
  private waiting: { offset: bigint; arrived: () => void }[] = [];

  constructor(
    private readonly mongo: Mongo,
    private readonly kafka: Kafka,
    private readonly app: string,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
  }

  of<K extends Kind>(kind: K): FactCopy<K> {
    const known = this.copies.get(kind);
    if (known) return known as unknown as FactCopy<K>;
    const copy = new FactCopy(kind, this.mongo.collection<CopyRow>(`copy_of_${kind.replace('-', '_')}`));
    this.copies.set(kind, copy as unknown as FactCopy<Kind>);
    return copy;
  }

  private async start(): Promise<void> {
    if (this.copies.size === 0) return;
    for (const copy of this.copies.values()) await copy.load();
    await this.kafka.consume({
      topic: TOPICS.facts,
      group: `telemon-${this.app}-facts-${randomUUID()}`,
      fromBeginning: true,
      // The broker sends a fact as it comes; this is how long it waits if there is none.
      maxWaitTimeInMs: 1_000,
      commitIntervalMs: null,
      handle: async (batch) => {
        await this.apply(batch);
        this.haveTaken(BigInt(batch.messages.at(-1)!.offset) + 1n);
      },
    });
    await this.caughtUp();
  }

  /** Resolves once the copies have every fact that Kafka has at this moment; if Kafka is away, once it is back. */
  async caughtUp(): Promise<void> {
    const offset = await this.newestOffset();
    if (offset <= this.takenUpTo) return;
    await new Promise<void>((arrived) => this.waiting.push({ offset, arrived }));
  }

  private haveTaken(offset: bigint): void {
    this.takenUpTo = offset;
    const arrived = this.waiting.filter((each) => each.offset <= offset);
    this.waiting = this.waiting.filter((each) => each.offset > offset);
    for (const each of arrived) each.arrived();
  }

  private async newestOffset(): Promise<bigint> {
    for (;;) {
      try {
        return (await this.kafka.newestOffsets(TOPICS.facts)).get(0) ?? 0n;
      } catch (error) {
        logger.warn({ reason: reasonOf(error) }, 'waiting for kafka to read all facts');
        await delay(ASKS_AGAIN_AFTER_MS);
      }
    }
  }

  private async apply({ messages }: MessageBatch): Promise<void> {
    const byKind = new Map<Kind, FactOf<Kind>[]>();
    for (const { key, value, offset } of messages) {
      const { kind, entity } = partsOf(key);
      const copy = this.copies.get(kind as Kind);
      if (!value || !copy) continue;
      const fact = parseFact(value);
      if (fact) byKind.set(fact.kind, [...(byKind.get(fact.kind) ?? []), fact]);
      else {
        logger.error({ offset, kind, entity }, 'fact not understood');
        copy.misunderstand(entity);
      }
    }
    // `apply` updates memory before it writes, so all kinds change at once: a device never lacks its manager.
    const kept = await Promise.allSettled(
      [...byKind].map(([kind, facts]) => this.copies.get(kind)?.apply(facts)),
    );
    const failed = kept.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** The parts of a message's key, `kind:entity`: most facts are of kinds that aren't kept, and needn't be parsed. */
const partsOf = (key: Buffer | null): { kind: string; entity: string } => {
  const text = key?.toString() ?? '';
  const colon = text.indexOf(':');
  return { kind: text.slice(0, colon), entity: text.slice(colon + 1) };
};

const parseFact = (value: Buffer): Fact | null => {
  try {
    return Fact.safeParse(JSON.parse(value.toString())).data ?? null;
  } catch {
    return null;
  }
};
