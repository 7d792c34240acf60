import { Injectable } from '@nestjs/common';
import type { ToldConnection, ToldPresence, ToldRefusal } from '@telemon/contracts/devices/presence';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import type { ClientSession, Collection, Document, Filter } from 'mongodb';

/** How long the ended connection at one replica is kept beside a newer one at another, ms: longer than any message is under way. */
const ENDED_KEPT_MS = 600_000;

/** The newest connection of a device at one replica, with epoch milliseconds. */
export interface StoredConnection extends ToldConnection {
  replica: string;
  /** The number of the message that told it. */
  number: number;
}

/** Only its own replica writes a connection, so no two have to agree on an order. */
export interface PresenceDocument {
  /** The device's key. */
  _id: number;
  deviceName: string;
  connections: StoredConnection[];
  refused: ToldRefusal | null;
}

/** A replica of the endpoint, with epoch milliseconds. */
export interface KnownReplica {
  _id: string;
  heardAt: number;
  /** null while it may be there. It never is again afterwards. */
  goneAt: number | null;
}

/** Fields that are stored with the connections of a replica. */
interface Teller {
  readonly replica: string;
  readonly number: number;
}

@Injectable()
export class PresenceRepository {
  private readonly presences: Collection<PresenceDocument>;
  /** The same, for reads of many devices. */
  private readonly fleet: Collection<PresenceDocument>;
  private readonly replicas: Collection<KnownReplica>;

  constructor(private readonly mongo: Mongo) {
    this.presences = mongo.collection<PresenceDocument>('presence', [
      // For the connections of a replica that is gone.
      { key: { 'connections.replica': 1 } },
      // For the filter `refused` of lists.
      { key: { 'refused.at': 1 } },
    ]);
    this.fleet = mongo.forLongReads(this.presences);
    this.replicas = mongo.collection<KnownReplica>('mqtt_replicas');
  }

  async of(keys: readonly number[]): Promise<Map<number, PresenceDocument>> {
    if (keys.length === 0) return new Map();
    const rows = await this.fleet.find({ _id: { $in: [...keys] } }).toArray();
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** The names of the devices with a connection at one of these replicas. */
  connectedAt(replicas: readonly string[]): Promise<string[]> {
    return this.names({ connections: { $elemMatch: { replica: { $in: [...replicas] }, endedAt: null } } });
  }

  /** The names of the devices that are or were connected. */
  everConnected(): Promise<string[]> {
    return this.names({ 'connections.0': { $exists: true } });
  }

  /** The names of the devices of which something was refused since a time, epoch milliseconds. */
  refusedSince(time: number): Promise<string[]> {
    return this.names({ 'refused.at': { $gte: time } });
  }

  /** Keeps what was told of devices; of two messages that tell of a connection, the later one counts, whichever comes first. */
  async keep(told: readonly ToldPresence[], by: Teller, now: number): Promise<void> {
    if (told.length === 0) return;
    const { collectionName: into } = this.presences;
    const documents = { $literal: told.map((each) => documentOf(each, by)) };
    // Once for all of them: bulk writes with a pipeline for each take seven times as much of this process's time.
    const $merge = { into, on: '_id', whenMatched: mergeWith(by, now), whenNotMatched: 'insert' };
    for (;;) {
      try {
        await this.mongo.db.aggregate([{ $documents: documents }, { $merge }]).toArray();
        return;
      } catch (error) {
        // Another process has just inserted one of the documents; those before it are merged already, which changes nothing.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  async remove(key: number, session?: ClientSession): Promise<void> {
    await this.presences.deleteOne({ _id: key }, { session });
  }

  async knownReplicas(): Promise<Map<string, KnownReplica>> {
    return new Map((await this.replicas.find().toArray()).map((replica) => [replica._id, replica]));
  }

  async addReplica(id: string, now: number): Promise<void> {
    const added = { $setOnInsert: { goneAt: null }, $set: { heardAt: now } };
    await this.replicas.updateOne({ _id: id }, added, { upsert: true });
  }

  /** Notes that a replica is there. @returns false if it is gone. */
  async hear(id: string, now: number): Promise<boolean> {
    const { matchedCount } = await this.replicas.updateOne(
      { _id: id, goneAt: null },
      { $set: { heardAt: now } },
    );
    return matchedCount === 1;
  }

  /** Notes that a replica is gone, unless it has been heard since `heardAt`. @returns false if it has. */
  async endReplica(id: string, goneAt: number, heardAt?: number): Promise<boolean> {
    const { matchedCount } = await this.replicas.updateOne(
      { _id: id, goneAt: null, ...(heardAt !== undefined && { heardAt }) },
      { $set: { goneAt } },
    );
    return matchedCount === 1;
  }

  /** Ends the connections at a replica that is gone, and forgets it. */
  async settle({ _id: replica, goneAt }: KnownReplica): Promise<void> {
    const open = { replica, endedAt: null };
    await this.presences.updateMany(
      { connections: { $elemMatch: open } },
      { $set: { 'connections.$[own].endedAt': goneAt } },
      { arrayFilters: [{ 'own.replica': replica, 'own.endedAt': null }] },
    );
    await this.replicas.deleteOne({ _id: replica });
  }

  private async names(filter: Filter<PresenceDocument>): Promise<string[]> {
    const rows = await this.fleet.find(filter, { projection: { _id: 0, deviceName: 1 } }).toArray();
    return rows.map(({ deviceName }) => deviceName);
  }
}

/** The document of a device of which nothing is stored yet. */
const documentOf = (
  { deviceKey, deviceName, connection, refused }: ToldPresence,
  by: Teller,
): PresenceDocument => ({
  _id: deviceKey,
  deviceName,
  connections: connection ? [{ ...connection, ...by }] : [],
  refused: refused ?? null,
});

const each = (part: string) => `$$this.${part}`;

/** Merges new documents of one message, of which each has at most one connection, with those that are stored. */
const mergeWith = ({ replica, number }: Teller, now: number): Document[] => {
  const isOwn = { $eq: [each('replica'), replica] };
  const isKept = {
    $and: [
      { $not: [isOwn] },
      { $or: [{ $eq: [each('endedAt'), null] }, { $gt: [each('endedAt'), now - ENDED_KEPT_MS] }] },
    ],
  };
  const isLater = { $and: [isOwn, { $gte: [each('number'), number] }] };
  const isOld = {
    $or: [
      { $eq: [{ $size: '$$new.connections' }, 0] },
      { $gt: [{ $size: { $filter: { input: '$connections', cond: isLater } } }, 0] },
    ],
  };
  const kept = { $filter: { input: '$connections', cond: isKept } };
  return [
    {
      $set: {
        connections: { $cond: [isOld, '$connections', { $concatArrays: [kept, '$$new.connections'] }] },
        refused: {
          $cond: [
            { $gt: ['$refused.at', '$$new.refused.at'] },
            '$refused',
            { $ifNull: ['$$new.refused', '$refused'] },
          ],
        },
      },
    },
  ];
};
