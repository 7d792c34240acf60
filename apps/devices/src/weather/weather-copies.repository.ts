import { Injectable } from '@nestjs/common';
import type { Conditions } from '@telemon/contracts/devices/weather';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

/** After this time no replica shows a copy any more, s. */
const KEPT_FOR_S = 3_600;

interface Copy {
  /** The name of the grid point. */
  _id: string;
  conditions: Conditions;
  askedAt: Date;
}

/** OpenWeather's last answer about each grid point, for all replicas. */
@Injectable()
export class WeatherCopies {
  private readonly copies: Collection<Copy>;

  constructor(mongo: Mongo) {
    this.copies = mongo.collection<Copy>('weather', [
      { key: { askedAt: 1 }, expireAfterSeconds: KEPT_FOR_S },
    ]);
  }

  find(name: string): Promise<Copy | null> {
    return this.copies.findOne({ _id: name });
  }

  async put({ _id, ...copy }: Copy): Promise<void> {
    await this.copies.updateOne({ _id }, { $set: copy }, { upsert: true });
  }
}
