import { Inject, Injectable } from '@nestjs/common';
import { startOfMonth } from '@telemon/platform/calendar';
import { Mongo, isDuplicateKey } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Collection } from 'mongodb';
import type { AuthVariables } from '../config.ts';

const KEPT_MS = 40 * 24 * 3_600_000;

interface ResetsDocument {
  /** User and month. */
  _id: string;
  count: number;
  expiresAt: Date;
}

/** Counts the resets of an account in a calendar month of the installation's time zone. */
@Injectable()
export class MonthlyResets {
  private readonly resets: Collection<ResetsDocument>;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {
    this.resets = mongo.collection<ResetsDocument>('resets', [
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Counts one; false where there have been as many as there may be. */
  async take(userId: string, most: number): Promise<boolean> {
    const now = Date.now();
    const month = new Date(startOfMonth(this.config.TIMEZONE, now)).toISOString();
    const _id = `${userId} ${month}`;
    try {
      await this.resets.updateOne(
        { _id, count: { $lt: most } },
        { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(now + KEPT_MS) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // There is one for this month, and it is full.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
