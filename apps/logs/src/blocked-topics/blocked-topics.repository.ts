import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import type { blockedTopics } from '@telemon/contracts/logs/blocked-topics';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection } from 'mongodb';
import type { Model } from 'mongoose';

export interface BlockedTopicDocument {
  _id: string;
  topic: string;
  createdAt: Date;
}

export type BlockedTopicsQuery = RequestOf<typeof blockedTopics.list>;

const blockedTopicSchema = schemaOf<BlockedTopicDocument>({ _id: String, topic: String, createdAt: Date })
  .index({ topic: 1 }, { unique: true })
  .index({ createdAt: -1, _id: -1 });

const COLUMNS: Columns<NonNullable<BlockedTopicsQuery['sort']>> = {
  newest: 'createdAt',
  fieldOf: { topic: 'topic', createdAt: 'createdAt' },
};

interface TurnDocument {
  _id: string;
  taken: number;
}

@Injectable()
export class BlockedTopicsRepository {
  private readonly topics: Model<BlockedTopicDocument>;
  /** The same collection for users' lists. */
  private readonly lists: Model<BlockedTopicDocument>;
  private readonly turns: Collection<TurnDocument>;

  constructor(mongo: Mongo) {
    this.topics = mongo.model('blocked_topics', blockedTopicSchema);
    this.lists = mongo.modelForLongReads(this.topics);
    this.turns = mongo.collection<TurnDocument>('turns');
  }

  /** Inserts a topic, and returns the exact number of topics with it: concurrent transactions wait for each other. */
  async insert(topic: BlockedTopicDocument, session: ClientSession): Promise<number> {
    const turn = { $inc: { taken: 1 } };
    await this.turns.updateOne({ _id: 'blocked-topics' }, turn, { upsert: true, session });
    await this.topics.insertOne(topic, { session });
    return this.topics.countDocuments({}, { session }).exec();
  }

  page(query: BlockedTopicsQuery): Promise<{ rows: BlockedTopicDocument[]; totalCount: number }> {
    return sortedPage(this.lists, foundBy<BlockedTopicDocument>(query.q, ['topic']), query, COLUMNS);
  }

  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.topics.deleteOne({ _id: id }, { session })).deletedCount === 1;
  }
}
