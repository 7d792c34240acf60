import { Injectable } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';

interface GroupDocument {
  _id: 'reader';
  group: string;
}

/**
 * The name of the Kafka group that copies datagrams into the queues of routes. After a time without routes there is a new name, so that the
 * next route begins with the datagrams of its time, and not at the place where the last reader stopped.
 */
@Injectable()
export class ReaderGroup {
  private readonly groups: Collection<GroupDocument>;

  constructor(
    mongo: Mongo,
    private readonly kafka: Kafka,
  ) {
    this.groups = mongo.collection<GroupDocument>('udp_route_reader');
  }

  /** @param since A new group begins with the datagrams that arrived since then, epoch ms */
  async name(since: number): Promise<string> {
    const row = await this.groups.findOne({ _id: 'reader' });
    if (row) return row.group;
    const group = `telemon-udp-routes-${randomUUID()}`;
    // Before the name is stored, so that each stored group has a place in each partition even if a process is killed.
    await this.kafka.placeGroup({ topic: TOPICS.raw, group, since });
    await this.groups.insertOne({ _id: 'reader', group });
    return group;
  }

  /** Drops the name, and returns it if there was one. */
  async drop(): Promise<string | null> {
    return (await this.groups.findOneAndDelete({ _id: 'reader' }))?.group ?? null;
  }
}
