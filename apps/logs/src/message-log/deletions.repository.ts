import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { Mongo } from '@telemon/platform/mongo';
import { type Collection, ObjectId } from 'mongodb';
import type { LogName } from './log-row.ts';

interface DeletionDocument {
  _id: ObjectId;
  log: LogName;
  actorId: string;
  role: Actor['role'];
  /** How many rows were deleted. A process that was killed may have deleted a few thousand more. */
  rows: number;
  at: Date;
}

/** Records, for audits, which user deleted how many rows of a log. */
@Injectable()
export class DeletionsRepository {
  private readonly deletions: Collection<DeletionDocument>;

  constructor(mongo: Mongo) {
    this.deletions = mongo.collection<DeletionDocument>('log_deletions');
  }

  /** Records a deletion before any row is gone. @returns its id */
  async begin(deletion: Omit<DeletionDocument, '_id' | 'rows'>): Promise<ObjectId> {
    const _id = new ObjectId();
    await this.deletions.insertOne({ _id, ...deletion, rows: 0 });
    return _id;
  }

  /** Notes how many rows are gone by now. */
  async note(id: ObjectId, rows: number): Promise<void> {
    await this.deletions.updateOne({ _id: id }, { $set: { rows } });
  }
}
