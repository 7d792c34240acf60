import { Injectable } from '@nestjs/common';
import { Mongo, isDuplicateKey } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

interface CounterDocument {
  _id: string;
  count: number;
  until: Date;
}

/** Counts per key and period, for all replicas together; a period begins with the first that is counted in it. */
@Injectable()
export class Counters {
  private readonly counters: Collection<CounterDocument>;

  constructor(mongo: Mongo) {
    this.counters = mongo.collection<CounterDocument>('counters', [
      { key: { until: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Counts one more. Answers 0 where it is within the limit, else how long to wait until it would be, ms. */
  async take(key: string, most: number, periodMs: number): Promise<number> {
    const now = Date.now();
    const { count, until } = await this.increase(key, now, periodMs);
    return count <= most ? 0 : Math.max(1, until.getTime() - now);
  }

  async giveBack(key: string): Promise<void> {
    await this.counters.updateOne({ _id: key }, { $inc: { count: -1 } });
  }

  async clear(key: string): Promise<void> {
    await this.counters.deleteOne({ _id: key });
  }

  private async increase(key: string, now: number, periodMs: number): Promise<CounterDocument> {
    const running = { $gt: ['$until', new Date(now)] };
    const change = {
      count: { $cond: [running, { $add: ['$count', 1] }, 1] },
      until: { $cond: [running, '$until', new Date(now + periodMs)] },
    };
    const attempt = () =>
      this.counters.findOneAndUpdate({ _id: key }, [{ $set: change }], {
        upsert: true,
        returnDocument: 'after',
      });
    // Two first ones at once: one of them makes the row, the other meets it.
    const row = await attempt().catch((error: unknown) => {
      if (isDuplicateKey(error)) return attempt();
      throw error;
    });
    return row!;
  }
}
