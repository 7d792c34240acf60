import { Injectable } from '@nestjs/common';
import type { DeadLetter } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { Collection, Filter, IndexDescription } from 'mongodb';
import type { RejectionRow } from './rejection-row.ts';

type Source = DeadLetter['source'];

/** Most rows per removal. */
const REMOVED_AT_ONCE = 5_000;

const NEWEST_FIRST = { timestamp: -1, _id: -1 } as const;
const INDEXES: IndexDescription[] = [
  { key: { ...NEWEST_FIRST } },
  { key: { deviceName: 1, ...NEWEST_FIRST } },
  // MongoDB removes a row soon after this instant.
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

export interface RejectionQuery {
  deviceName?: string;
  limit: number;
  offset: number;
}

/** The rows of the MQTT log and of the UDP log. */
@Injectable()
export class RejectionsRepository {
  private readonly logs: Record<Source, Collection<RejectionRow>>;
  /** For the pages of users, which must not take the writers' connections. */
  private readonly pages: Record<Source, Collection<RejectionRow>>;

  constructor(mongo: Mongo) {
    this.logs = {
      mqtt: mongo.collection<RejectionRow>('mqtt_log', INDEXES),
      udp: mongo.collection<RejectionRow>('udp_log', INDEXES),
    };
    this.pages = { mqtt: mongo.forLongReads(this.logs.mqtt), udp: mongo.forLongReads(this.logs.udp) };
  }

  /** Inserts rows; one that exists already stays unchanged. */
  async keep(source: Source, rows: RejectionRow[]): Promise<void> {
    await writeUnlessTaken(
      this.logs[source],
      rows.map((document) => ({ insertOne: { document } })),
    );
  }

  /** A page of a log, newest first. */
  newest(source: Source, { deviceName, limit, offset }: RejectionQuery): Promise<RejectionRow[]> {
    const filter: Filter<RejectionRow> = deviceName === undefined ? {} : { deviceName };
    return this.pages[source].find(filter, { sort: NEWEST_FIRST, skip: offset, limit }).toArray();
  }

  /** Removes the oldest rows until a log has at most `most`. */
  async trim(source: Source, most: number): Promise<void> {
    const log = this.logs[source];
    for (;;) {
      const excess = (await log.estimatedDocumentCount()) - most;
      if (excess <= 0) return;
      const limit = Math.min(excess, REMOVED_AT_ONCE);
      const oldest = await log
        .find({}, { sort: { timestamp: 1, _id: 1 }, limit, projection: { _id: 1 } })
        .toArray();
      const { deletedCount } = await log.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
      if (deletedCount === 0) return;
    }
  }
}
