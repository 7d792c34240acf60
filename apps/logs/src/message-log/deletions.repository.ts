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
  /** How many were deleted, as far as is known; a process that is killed may have deleted a few thousand more. */
  rows: number;
  at: Date;
}

/** The deletions of rows of a log, with the user and the number of rows, for an audit. */
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
