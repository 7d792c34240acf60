import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import type { Collection } from 'mongodb';
import type { Cause, Look } from './disk-space.ts';

/** A warning that is on, the same for all replicas. */
export interface DiskWarning {
  _id: 'disk';
  /** When it began, epoch milliseconds. */
  since: number;
  cause: Cause;
  /** Whether the admins' e-mails are posted. */
  isPosted: boolean;
}

@Injectable()
export class DiskWarnings {
  private readonly warnings: Collection<DiskWarning>;
  private readonly looks: Collection<{ _id: 'looks'; looks: Look[] }>;

  constructor(mongo: Mongo) {
    this.warnings = mongo.collection('disk_warnings');
    this.looks = mongo.collection('disk_warnings');
  }

  /** The looks at the disk of the last day, by whichever replica: judging by different ones, they would end each other's warnings. */
  async lastLooks(): Promise<Look[]> {
    return (await this.looks.findOne({ _id: 'looks' }))?.looks ?? [];
  }

  async keepLooks(looks: readonly Look[]): Promise<void> {
    await this.looks.updateOne({ _id: 'looks' }, { $set: { looks: [...looks] } }, { upsert: true });
  }

  present(): Promise<DiskWarning | null> {
    return this.warnings.findOne({ _id: 'disk' });
  }

  /** Begins a warning, and returns it; of several replicas, the first one begins it. */
  async begin(since: number, cause: Cause): Promise<DiskWarning | null> {
    const begun = { _id: 'disk', since, cause, isPosted: false } as const;
    try {
      await this.warnings.insertOne(begun);
      return begun;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.present();
    }
  }

  async posted({ _id, since }: DiskWarning): Promise<void> {
    await this.warnings.updateOne({ _id, since }, { $set: { isPosted: true } });
  }

  async end({ _id, since }: DiskWarning): Promise<void> {
    await this.warnings.deleteOne({ _id, since });
  }
}
