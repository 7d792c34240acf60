import { Fact, type FactOf } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '../kafka/kafka-consumer.ts';
import type { Kafka } from '../kafka/kafka.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Mongo } from '../mongo.ts';
import { untilAnswered } from '../until-answered.ts';

/** Where Kafka doesn't say how far the facts go, ms. */
const ASKS_AGAIN_AFTER_MS = 500;

type Kind = Fact['kind'];
type State<K extends Kind> = NonNullable<FactOf<K>['state']>;

interface CopyRow {
  _id: string;
  version: number;
  state: unknown;
  /** Of the newest fact by which it is known that a thing of this name was gone, also where there is another one since. */
  goneVersion?: number;
}

/** Of things whose names are used again: what no two of a name share. */
const IDENTITY_OF: { readonly [K in Kind]?: (state: State<K>) => unknown } = {
  device: ({ deviceKey }) => deviceKey,
};

/** What this service keeps of another's entities of one kind: in memory to ask, in its own database to last. */
export class FactCopy<K extends Kind> {
  private readonly states = new Map<string, State<K>>();
  private readonly versions = new Map<string, number>();
  private readonly goneVersions = new Map<string, number>();
  /** Facts that are known here and not kept yet: when they come again, they are not news. */
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

  /** The version of the newest fact about it; 0 where there was none. It grows on when a name is used again. */
  versionOf(key: string): number {
    return this.versions.get(key) ?? 0;
  }

  /**
   * Calls `listener` for each change from now on, and for what is loaded at the start; null: it is gone. Of a thing whose name is
   * another one's since, it is called so before, also where no fact of the topic tells that it is gone.
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
   * Takes the facts that are newer than what is known; older and repeated ones change nothing.
   * @throws where they could not be kept; they are with the next ones then
   */
  async apply(facts: FactOf<K>[]): Promise<void> {
    this.unwritten.push(
      ...facts.filter(({ key, version, state }) => this.take(key, version, state as State<K> | null)),
    );
    const { length } = this.unwritten;
    if (length === 0) return;
    await this.rows.bulkWrite(
      this.unwritten.map(({ key, version, state }) => ({
        // Another replica may already have written a newer one; an absent row is made by its first fact.
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
    return identityOf !== undefined && before !== undefined && identityOf(before) !== identityOf(state);
  }

  private goneOf(key: string): Pick<CopyRow, 'goneVersion'> {
    const goneVersion = this.goneVersions.get(key);
    return goneVersion === undefined ? {} : { goneVersion };
  }
}

/** Follows `domain.facts` for the kinds that a service keeps copies of. Every replica reads all of them. */
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
      // A fact is handed over as it comes; this is how long the broker waits where there is none.
      maxWaitTimeInMs: 1_000,
      commitIntervalMs: null,
      handle: async (batch) => {
        await this.apply(batch);
        this.haveTaken(BigInt(batch.messages.at(-1)!.offset) + 1n);
      },
    });
    await this.caughtUp();
  }

  /** Resolves once every fact is known that Kafka has at this moment; where Kafka is away, once it is back. */
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
        logger.warn({ reason: reasonOf(error) }, 'waiting for kafka, to know all facts');
        await delay(ASKS_AGAIN_AFTER_MS);
      }
    }
  }

  private async apply({ messages }: Batch): Promise<void> {
    const byKind = new Map<Kind, FactOf<Kind>[]>();
    for (const { key, value, offset } of messages) {
      if (!value || !this.isKept(key)) continue;
      const fact = parseFact(value);
      if (!fact) logger.error({ offset }, 'fact not understood');
      else byKind.set(fact.kind, [...(byKind.get(fact.kind) ?? []), fact]);
    }
    // All are known at once, as they came, before any is kept: a device never without its manager.
    const kept = await Promise.allSettled(
      [...byKind].map(([kind, facts]) => this.copies.get(kind)?.apply(facts)),
    );
    const failed = kept.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** By its key, `kind:…`: most facts are about what others keep, and needn't be read. */
  private isKept(key: Buffer | null): boolean {
    const text = key?.toString() ?? '';
    return this.copies.has(text.slice(0, text.indexOf(':')) as Kind);
  }
}

const parseFact = (value: Buffer): Fact | null => {
  try {
    return Fact.safeParse(JSON.parse(value.toString())).data ?? null;
  } catch {
    return null;
  }
};
