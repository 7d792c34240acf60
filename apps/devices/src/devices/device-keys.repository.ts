import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

/** Gives devices their keys: a name may be reused, a key never is. */
@Injectable()
export class DeviceKeysRepository {
  private readonly counters: Collection<{ _id: string; value: number }>;

  constructor(mongo: Mongo) {
    this.counters = mongo.collection('counters');
  }

  /** Reserves `count` consecutive keys that no device ever had, and returns the last. */
  async next(count: number): Promise<number> {
    const counter = await this.counters.findOneAndUpdate(
      { _id: 'device-key' },
      { $inc: { value: count } },
      { upsert: true, returnDocument: 'after' },
    );
    return counter!.value;
  }
}
