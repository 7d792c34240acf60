import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';
import { randomBytes } from 'node:crypto';

/** A session at the outside broker. It outlasts connections and replicas, so that no message is missed meanwhile. */
export interface OutsideSession {
  /** 0, 1 …: the first has the messages alone if it is the only one. */
  _id: number;
  clientId: string;
  /** The topic filters that the broker may have a subscription for. */
  filters: string[];
}

/** Brokers of MQTT 3.1.1 need not take more than 23 letters and digits. */
const newClientId = (): string => `telemon${randomBytes(8).toString('hex')}`;

@Injectable()
export class OutsideSessionsRepository {
  private readonly sessions: Collection<OutsideSession>;

  constructor(mongo: Mongo) {
    this.sessions = mongo.collection<OutsideSession>('outside_sessions');
  }

  /** The session of this number, which may have these filters from now on, beside those that it has. */
  async open(_id: number, filters: readonly string[] = []): Promise<OutsideSession> {
    const session = await this.sessions.findOneAndUpdate(
      { _id },
      { $setOnInsert: { clientId: newClientId() }, $addToSet: { filters: { $each: [...filters] } } },
      { upsert: true, returnDocument: 'after' },
    );
    return session!;
  }

  /** Notes that the broker has subscriptions for these filters alone. */
  async setFilters(_id: number, filters: readonly string[]): Promise<void> {
    await this.sessions.updateOne({ _id }, { $set: { filters: [...filters] } });
  }

  async numbers(): Promise<number[]> {
    return (await this.sessions.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  async remove(_id: number): Promise<void> {
    await this.sessions.deleteOne({ _id });
  }
}
