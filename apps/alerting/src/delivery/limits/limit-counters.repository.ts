import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection } from 'mongodb';
import { Counter, type CounterDocument, type CounterOwner } from './counter.ts';
import type { Periods } from './period.ts';

@Injectable()
export class LimitCountersRepository {
  private readonly counters: Collection<CounterDocument>;

  constructor(mongo: Mongo) {
    this.counters = mongo.collection<CounterDocument>('limit_counters', [
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** The counters of limits, by id. */
  async of(
    limits: readonly { counter: string; owner?: CounterOwner | undefined }[],
    session?: ClientSession,
  ): Promise<Map<string, Counter>> {
    const owners = new Map(limits.map(({ counter, owner }) => [counter, owner]));
    const rows = await this.counters.find({ _id: { $in: [...owners.keys()] } }, { session }).toArray();
    const stored = new Map(rows.map((row) => [row._id, row]));
    return new Map([...owners].map(([id, owner]) => [id, new Counter(id, stored.get(id), owner)]));
  }

  /** Stores the changed ones. Of two transactions that change one counter at the same time, one aborts and is restarted. */
  async write(counters: Iterable<Counter>, { today, now }: Periods, session: ClientSession): Promise<void> {
    const changed = [...counters].filter(({ isChanged }) => isChanged);
    if (changed.length === 0) return;
    await this.counters.bulkWrite(
      changed.map((counter) => {
        const { _id, ...replacement } = counter.documentOn(today, now);
        return { replaceOne: { filter: { _id }, replacement, upsert: true } };
      }),
      { session },
    );
  }
}
