import { Inject, Injectable } from '@nestjs/common';
import { Counter } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import type { AuthVariables } from '../config.ts';
import type { TooMany } from './too-many.ts';

/** A limit has the name of the variable that sets it, in the database and in metrics too. */
export type Limit = keyof AuthVariables & `${string}_LIMIT`;

interface CounterDocument {
  _id: string;
  count: number;
  until: Date;
}

/** Clocks of machines that count together differ by less, ms; what ends even later began when the clock was ahead. */
const CLOCKS_DIFFER_MS = 60_000;

const refused = new Counter({
  name: 'auth_limited_total',
  help: 'What a limit refused, by the variable that sets it',
  labelNames: ['limit'],
});

/** Counts per limit, key and period, for all replicas together; a period begins with the first that is counted in it. */
@Injectable()
export class Counters {
  private readonly counters: Collection<CounterDocument>;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {
    this.counters = mongo.collection<CounterDocument>('counters', [
      { key: { until: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /**
   * Counts one more, in a transaction only if that is done. Answers 0 where it is within the limit, else how long to wait
   * until it would be, ms.
   */
  async take(
    limit: Limit,
    key: string,
    periodMs: number,
    { now = Date.now(), session }: { now?: number; session?: ClientSession } = {},
  ): Promise<number> {
    const { count, until } = await this.increase(idOf(limit, key), now, periodMs, session);
    if (count <= this.config[limit]) return 0;
    refused.inc({ limit });
    return Math.max(1, until.getTime() - now);
  }

  /** Counts one more. @throws where it is one too many. */
  async takeOrRefuse(limit: Limit, key: string, periodMs: number, tooMany: TooMany): Promise<void> {
    const waitMs = await this.take(limit, key, periodMs);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  async giveBack(limit: Limit, key: string): Promise<void> {
    await this.counters.updateOne({ _id: idOf(limit, key) }, { $inc: { count: -1 } });
  }

  async clear(limit: Limit, key: string): Promise<void> {
    await this.counters.deleteOne({ _id: idOf(limit, key) });
  }

  private async increase(
    _id: string,
    now: number,
    periodMs: number,
    session: ClientSession | undefined,
  ): Promise<CounterDocument> {
    const until = new Date(now + periodMs);
    const latest = new Date(now + periodMs + CLOCKS_DIFFER_MS);
    const running = { $and: [{ $gt: ['$until', new Date(now)] }, { $lte: ['$until', latest] }] };
    const change = {
      count: { $cond: [running, { $add: ['$count', 1] }, 1] },
      until: { $cond: [running, '$until', until] },
    };
    const attempt = () =>
      this.counters.findOneAndUpdate({ _id }, [{ $set: change }], {
        upsert: true,
        returnDocument: 'after',
        session,
      });
    // Two first ones at once: one of them makes the row, the other meets it. A transaction has to begin anew for that.
    const row = await attempt().catch((error: unknown) => {
      if (isDuplicateKey(error) && !session) return attempt();
      throw error;
    });
    return row!;
  }
}

const idOf = (limit: Limit, key: string): string => `${limit} ${key}`;
