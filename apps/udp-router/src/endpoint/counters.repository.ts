import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

/** A counter that is lower than the highest one by this much or more counts as used. */
export const COUNTERS_WINDOW = 64;

/** The counters that came with signatures of one key; its id is the key's. */
interface CountersRow {
  _id: string;
  deviceName: string;
  /** The counters within the window below the highest one. */
  seen: number[];
  /** The counters that the last write added. */
  added: number[];
  /** The id of the last write. */
  by: string;
  at: Date;
}

/** A key, and the device that signs with it. */
export interface DeviceSigningKey {
  readonly keyId: string;
  readonly deviceName: string;
}

/** Leaves out counters that are too low beside the highest one of `all`; none if `all` is empty. */
const withinWindow = (counters: readonly number[] | string, all: object | string): object => ({
  $filter: { input: counters, cond: { $gt: ['$$this', { $subtract: [{ $max: all }, COUNTERS_WINDOW] }] } },
});

@Injectable()
export class CountersRepository {
  private readonly rows: Collection<CountersRow>;

  constructor(mongo: Mongo) {
    this.rows = mongo.collection<CountersRow>('udp_counters');
  }

  /**
   * Adds the counters that are neither used nor too low. If replicas add a counter at the same time, only one of them finds it new.
   * @param by An id of this write: a repetition with the same id, after a failure, gets the same answer.
   */
  async add(
    { keyId, deviceName }: DeviceSigningKey,
    counters: readonly number[],
    by: string,
  ): Promise<Pick<CountersRow, 'seen' | 'added'>> {
    const seen = { $ifNull: ['$seen', []] };
    const added = { $setDifference: [withinWindow([...counters], seen), seen] };
    const row = await this.rows.findOneAndUpdate(
      { _id: keyId },
      [
        {
          $replaceWith: {
            $cond: [
              { $eq: ['$by', by] },
              '$$ROOT',
              { $mergeObjects: ['$$ROOT', { deviceName, seen, added, by, at: '$$NOW' }] },
            ],
          },
        },
        { $set: { seen: { $setUnion: ['$seen', '$added'] } } },
        { $set: { seen: withinWindow('$seen', '$seen') } },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    return { seen: row!.seen, added: row!.added };
  }

  /** The keys whose counters were last written before a time. */
  async writtenBefore(at: Date): Promise<DeviceSigningKey[]> {
    // This runs once in hours over at most a row per key: not worth an index, to which each datagram would write.
    const rows = await this.rows.find({ at: { $lt: at } }, { projection: { deviceName: 1 } }).toArray();
    return rows.map(({ _id, deviceName }) => ({ keyId: _id, deviceName }));
  }

  async remove(keyIds: readonly string[]): Promise<void> {
    await this.rows.deleteMany({ _id: { $in: [...keyIds] } });
  }
}
