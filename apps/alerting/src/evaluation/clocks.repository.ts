import { Injectable } from '@nestjs/common';
import { CONFIRMED_WITHIN_MS, Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { Model } from 'mongoose';
import type { EndpointState, Outage } from './endpoint-outages.ts';
import type { ClockState } from './partition-clock.ts';

interface ClockDocument extends ClockState {
  /** The partition. */
  _id: number;
}

const endpointSchema = schemaOf<EndpointState>({
  newest: Number,
  outages: [schemaOf<Outage>({ from: Number, to: Number })],
});

const clockSchema = schemaOf<ClockDocument>({
  _id: Number,
  newest: Number,
  heard: Number,
  since: Number,
  until: Number,
  offset: Number,
  endpoints: schemaOf<NonNullable<ClockState['endpoints']>>({ mqtt: endpointSchema, udp: endpointSchema }),
});

@Injectable()
export class ClocksRepository {
  private readonly clocks: Model<ClockDocument>;

  constructor(mongo: Mongo) {
    this.clocks = mongo.model('partition_clocks', clockSchema);
  }

  /** The stored states by partition, in a state that no failover can take back. */
  async all(): Promise<Map<number, ClockState>> {
    const rows = await this.clocks
      .find()
      .readConcern('majority')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean<ClockDocument[]>()
      .exec();
    return new Map(rows.map(({ _id, ...state }) => [_id, state]));
  }

  async store(states: ReadonlyMap<number, ClockState>): Promise<void> {
    await this.clocks.bulkWrite(
      [...states].map(([_id, state]) => ({
        updateOne: { filter: { _id }, update: { $set: state }, upsert: true },
      })),
      { ordered: false, throwOnValidationError: true },
    );
  }
}
