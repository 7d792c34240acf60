import { Injectable } from '@nestjs/common';
import type { EventType } from '@telemon/contracts/alerting/events';
import type { ValueType } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type AnyBulkWriteOperation, type Model, type QueryFilter, trusted } from 'mongoose';
import type { PeriodStep } from '../rules/period-steps.ts';
import type { GoneDevice } from '../rules/leftovers.ts';
import type { DeviceScope } from '../scope/known-devices.ts';

/** One occurrence, with a copy of the event at that time. */
export interface OccurrenceDocument {
  /** Derived from event and reading, so that the same crossing makes the same occurrence. */
  _id: string;
  eventId: string;
  deviceName: string;
  /** Version of the device's fact at the event's creation; distinguishes the device from a later one of its name. */
  deviceVersion: number;
  sensorId: number;
  sensorName: string;
  valueType: ValueType;
  eventType: EventType;
  setPoint: number;
  value: number;
  readingId: string;
  /** Arrival of the reading that crossed the set point. */
  occurredAt: Date;
  /** Set while it lasts: an event has at most one open occurrence. */
  isOpen?: true;
  /** Arrival of the reading that ended it, or when its event was deleted or its device lost the sensor; null while it lasts. */
  endedAt: Date | null;
}

const occurrenceSchema = schemaOf<OccurrenceDocument>({
  _id: String,
  eventId: String,
  deviceName: String,
  deviceVersion: Number,
  sensorId: Number,
  sensorName: String,
  valueType: String,
  eventType: String,
  setPoint: Number,
  value: Number,
  readingId: String,
  occurredAt: Date,
  isOpen: Boolean,
  endedAt: Date,
})
  .index({ eventId: 1 }, { unique: true, partialFilterExpression: { isOpen: true }, name: 'one_open' })
  .index({ occurredAt: -1, _id: -1 })
  .index({ endedAt: 1, occurredAt: 1 }, { name: 'by_end' })
  .index({ deviceName: 1, occurredAt: -1, _id: -1 });

/** The occurrences of events. */
@Injectable()
export class OccurrencesRepository {
  private readonly occurrences: Model<OccurrenceDocument>;
  /** The same collection for users' reports, over other connections. */
  private readonly lists: Model<OccurrenceDocument>;

  constructor(mongo: Mongo) {
    this.occurrences = mongo.model('event_log', occurrenceSchema);
    this.lists = mongo.modelForLongReads(this.occurrences);
  }

  /** The next occurrences in scope that lasted at some time of a period, newest first. */
  ofPeriod(
    scope: DeviceScope,
    { openAt, beganFrom, beganBefore, after, most }: PeriodStep,
  ): Promise<OccurrenceDocument[]> {
    const left: QueryFilter<OccurrenceDocument> = after
      ? {
          occurredAt: trusted({ $lte: after.at }),
          $or: [{ occurredAt: trusted({ $lt: after.at }) }, { _id: trusted({ $lt: after.id }) }],
        }
      : {};
    const filter: QueryFilter<OccurrenceDocument> = {
      $and: [
        scope,
        { occurredAt: trusted({ ...(beganFrom && { $gte: beganFrom }), $lt: beganBefore }) },
        // Null, too: it lasts still.
        { endedAt: trusted({ $not: { $lt: openAt } }) },
        left,
      ],
    };
    const options = { sort: { occurredAt: -1, _id: -1 }, limit: most, ...timeLimit() } as const;
    // In the order of their beginning, all older occurrences would be read.
    const hint = beganFrom === null && { hint: 'by_end' };
    return this.lists
      .find(filter, null, { ...options, ...hint })
      .lean<OccurrenceDocument[]>()
      .exec();
  }

  /**
   * Ends occurrences and adds others. An added one that exists already is only opened again, if it should be open.
   * @returns the ids of the new ones.
   */
  async write(
    ended: { id: string; at: Date }[],
    added: OccurrenceDocument[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const ending = ended.map(({ id, at }) => ({
      updateOne: {
        filter: { _id: id, isOpen: true as const },
        update: { $set: { endedAt: at }, $unset: { isOpen: '' as const } },
      },
    }));
    const adding = added.map((occurrence) => ({
      updateOne: { filter: { _id: occurrence._id }, update: additionOf(occurrence), upsert: true },
    }));
    const operations: AnyBulkWriteOperation<OccurrenceDocument>[] = [...ending, ...adding];
    if (operations.length === 0) return new Set();
    const { upsertedIds } = await this.occurrences.bulkWrite(operations, { session });
    return new Set(Object.values(upsertedIds) as unknown as string[]);
  }

  /** Ends the open occurrence of an event, if it has one. */
  async endOf(eventId: string, at: Date, session: ClientSession): Promise<void> {
    await this.occurrences.updateMany(
      { eventId, isOpen: true },
      { $set: { endedAt: at }, $unset: { isOpen: '' } },
      { session },
    );
  }

  /** Removes the occurrences on deleted devices. */
  async removeOf(gone: GoneDevice[]): Promise<void> {
    await this.occurrences.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: trusted({ $lt: version }) })),
    });
  }
}

const additionOf = ({ isOpen, endedAt, ...rest }: OccurrenceDocument) =>
  isOpen ? { $setOnInsert: rest, $set: { isOpen, endedAt: null } } : { $setOnInsert: { ...rest, endedAt } };
