import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';

interface GroupDocument {
  _id: 'reader';
  group: string;
}

/**
 * The name of the Kafka group that copies datagrams into the queues of routes. After a time without routes it is another one, so that
 * the first route after it begins with the datagrams of its time, not with the place where the last reader stopped.
 */
@Injectable()
export class ReaderGroup {
  private readonly groups: Collection<GroupDocument>;

  constructor(mongo: Mongo) {
    this.groups = mongo.collection<GroupDocument>('udp_route_reader');
  }

  async name(): Promise<string> {
    const row = await this.groups.findOneAndUpdate(
      { _id: 'reader' },
      { $setOnInsert: { group: `telemon-udp-routes-${randomUUID()}` } },
      { upsert: true, returnDocument: 'after' },
    );
    return row!.group;
  }

  /** Drops the name, and returns it if there was one. */
  async drop(): Promise<string | null> {
    return (await this.groups.findOneAndDelete({ _id: 'reader' }))?.group ?? null;
  }
}
