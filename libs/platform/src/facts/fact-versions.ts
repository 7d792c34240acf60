import type { Fact } from '@telemon/contracts/facts';
import type { ClientSession, Collection, FindOptions } from 'mongodb';
import { idOf } from './fact-message.ts';
import type { VersionRow } from './fact-order.ts';

/** Subjects of which a process remembers the version. */
const MOST_REMEMBERED = 20_000;

/** Counts the facts about each subject. The rows outlive their subjects, so that a name used again starts above its old versions. */
export class FactVersions {
  /**
   * Subject → the version that this process assigned last. It belongs to the newest fact, unless the transaction failed or another
   * process was faster.
   */
  private readonly remembered = new Map<string, number>();

  constructor(private readonly rows: Collection<VersionRow>) {}

  /** Assigns versions to facts about different subjects, and stores the facts as the newest, in the caller's transaction. */
  async assign(facts: readonly Fact[], session: ClientSession): Promise<(number | undefined)[]> {
    const versions = (await this.assignRemembered(facts, session)) ?? (await this.assignNext(facts, session));
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.clear();
    for (const [place, fact] of facts.entries()) {
      const version = versions[place];
      if (version !== undefined) this.remembered.set(idOf(fact), version);
    }
    return versions;
  }

  /** The newest versions by subject; none where there was no fact. */
  async of(ids: readonly string[], options?: FindOptions): Promise<Map<string, number>> {
    const found = this.rows.find({ _id: { $in: [...ids] } }, { ...options, projection: { version: 1 } });
    return new Map((await found.toArray()).map(({ _id, version }) => [_id, version]));
  }

  /** Assigns the versions after the remembered ones; null if one of those is unknown or is not the newest. Saves reading them. */
  private async assignRemembered(facts: readonly Fact[], session: ClientSession): Promise<number[] | null> {
    const next = facts.flatMap((fact) => {
      const version = this.remembered.get(idOf(fact));
      return version === undefined ? [] : [{ fact, version: version + 1 }];
    });
    if (next.length < facts.length) return null;
    const { matchedCount } = await this.rows.bulkWrite(
      next.map(({ fact, version }) => ({
        updateOne: {
          filter: { _id: idOf(fact), version: version - 1 },
          update: { $set: { version, fact: { ...fact, version } } },
        },
      })),
      { session },
    );
    return matchedCount === facts.length ? next.map(({ version }) => version) : null;
  }

  private async assignNext(facts: readonly Fact[], session: ClientSession): Promise<(number | undefined)[]> {
    const [first] = facts;
    if (first !== undefined && facts.length === 1) {
      const options = { upsert: true, returnDocument: 'after', session } as const;
      const row = await this.rows.findOneAndUpdate({ _id: idOf(first) }, newest(first), options);
      return [row?.version];
    }
    const ids = facts.map(idOf);
    await this.rows.bulkWrite(
      facts.map((fact) => ({
        updateOne: { filter: { _id: idOf(fact) }, update: newest(fact), upsert: true },
      })),
      { session },
    );
    const versions = await this.of(ids, { session });
    return ids.map((id) => versions.get(id));
  }
}

const newest = (fact: Fact) => {
  const version = { $add: [{ $ifNull: ['$version', 0] }, 1] };
  return [{ $set: { version, fact: { $mergeObjects: [{ $literal: fact }, { version }] } } }];
};
