import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';
import type { ArrivalTimes, Latest } from './latest.ts';
import type { Present } from './present.ts';
import { StateGroups, read } from './state-groups.ts';
import type { StatesDocument } from './states-document.ts';

/** The stored states of devices. */
@Injectable()
export class LatestRepository extends StateGroups {
  /** For reads of many devices, over other connections than those of the writers. */
  private readonly fleet: Collection<StatesDocument>;

  constructor(mongo: Mongo) {
    const groups = mongo.collection<StatesDocument>('device_state_groups', [{ key: { group: 1 } }]);
    super(groups);
    this.fleet = mongo.forLongReads(groups);
  }

  /** The stored states, for a process that doesn't save them. */
  stored(keys: readonly number[]): Promise<Latest[]> {
    return read(this.groups, keys, (state) => state.unpacked());
  }

  arrivals(keys: readonly number[]): Promise<(ArrivalTimes & Pick<Latest, 'key'>)[]> {
    return read(this.fleet, keys, ({ key, lastUpdated, newest }) => ({ key, lastUpdated, newest }));
  }

  present(keys: readonly number[]): Promise<Present[]> {
    return read(this.fleet, keys, ({ present }) => present);
  }
}
