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

  async add(deletion: Omit<DeletionDocument, '_id'>): Promise<void> {
    await this.deletions.insertOne({ _id: new ObjectId(), ...deletion });
  }
}
