import { Inject, Injectable } from '@nestjs/common';
import { startOfMonth } from '@telemon/platform/calendar';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import type { AuthVariables } from '../config.ts';
import { refused } from './refused.ts';

/** The resets of an account in a month. */
interface ResetsDocument {
  /** The account's id. */
  _id: string;
  count: number;
  /** When the month ends. */
  until: Date;
}

/** Tolerance for clock skew between replicas, ms; a month that ends even later was stored by a clock that was ahead. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Limits the resets of an account in a calendar month of the installation's time zone, also where RATE_LIMITS is off. They are
 * counted in MongoDB, in the transaction of the reset.
 */
@Injectable()
export class ResetLimits {
  private readonly resets: Collection<ResetsDocument>;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {
    this.resets = mongo.collection<ResetsDocument>('resets', [{ key: { until: 1 }, expireAfterSeconds: 0 }]);
  }

  /** Counts one in the transaction of the reset; false beyond the limit. */
  async allows(userId: string, session: ClientSession): Promise<boolean> {
    const now = Date.now();
    const until = new Date(startOfMonth(this.config.TIMEZONE, now, 1));
    const latest = new Date(until.getTime() + CLOCKS_DIFFER_MS);
    const running = { $and: [{ $gt: ['$until', new Date(now)] }, { $lte: ['$until', latest] }] };
    const change = {
      count: { $cond: [running, { $add: ['$count', 1] }, 1] },
      until: { $cond: [running, '$until', until] },
    };
    const options = { upsert: true, returnDocument: 'after', session } as const;
    const resets = await this.resets.findOneAndUpdate({ _id: userId }, [{ $set: change }], options);
    if (resets!.count <= this.config.RESET_LIMIT) return true;
    refused.inc({ limit: 'RESET_LIMIT' });
    return false;
  }
}
