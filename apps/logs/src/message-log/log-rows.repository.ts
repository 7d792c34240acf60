import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import { MOST_COUNTED, MOST_FOUND, SEARCHED_ROWS, type mqttLog } from '@telemon/contracts/logs/message-logs';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { literally, timeLimit } from '@telemon/platform/sorted-page';
import type {
  AnyBulkWriteOperation,
  Collection,
  CreateCollectionOptions,
  Filter,
  IndexDescription,
} from 'mongodb';
import type { LogScope } from './visible-device-keys.ts';
import { type LogName, type LogRow, firstIdFrom } from './log-row.ts';

/** Most rows of a device that arrived in one millisecond. */
const MOST_OF_A_TIME = 5;
/** Most rows per removal. */
const REMOVED_AT_ONCE = 5_000;

const NEWEST_FIRST = { _id: -1 } as const;
const OLDEST_FIRST = { _id: 1 } as const;

/** Clustered on `_id`, whose order is that of arrival: pages and removal by age need no further index. */
const CLUSTERED: CreateCollectionOptions = { clusteredIndex: { key: { _id: 1 }, unique: true } };
/** The rows of a manager's or an assistant's devices. */
const INDEXES: IndexDescription[] = [{ key: { deviceKey: 1, ...NEWEST_FIRST } }];

export type LogQuery = RequestOf<typeof mqttLog.list>;

interface LogPage {
  rows: LogRow[];
  totalCount: number;
  isWhole: boolean;
}

/** The rows of the MQTT log and of the UDP log. */
@Injectable()
export class LogRowsRepository {
  private readonly logs: Record<LogName, Collection<LogRow>>;
  /** For the pages of users, which must not take the writers' connections. */
  private readonly pages: Record<LogName, Collection<LogRow>>;

  constructor(mongo: Mongo) {
    this.logs = {
      mqtt: mongo.collection<LogRow>('mqtt_log_rows', INDEXES, CLUSTERED),
      udp: mongo.collection<LogRow>('udp_log_rows', INDEXES, CLUSTERED),
    };
    this.pages = { mqtt: mongo.forLongReads(this.logs.mqtt), udp: mongo.forLongReads(this.logs.udp) };
  }

  /** Inserts rows. A row that exists already stays as it is, with its reasons. */
  async keep(log: LogName, rows: readonly LogRow[]): Promise<void> {
    await writeUnlessTaken(
      this.logs[log],
      rows.map((document) => ({ insertOne: { document } })),
    );
  }

  /** Adds the reasons to rows, whether they are stored or not. Idempotent. */
  async refuse(log: LogName, rows: readonly LogRow[]): Promise<void> {
    let writes: AnyBulkWriteOperation<LogRow>[] = rows.map(({ _id, reasons, ...row }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: row, $addToSet: { reasons: { $each: reasons } } },
        upsert: true,
      },
    }));
    // A write is refused if the row of the message has just been inserted: then it is repeated as an update.
    while (writes.length > 0)
      writes = (await writeUnlessTaken(this.logs[log], writes)).map((place) => writes[place]!);
  }

  /** Adds to the row that counts messages which are not shown. */
  async addUnshown(log: LogName, { _id, count, ...row }: LogRow): Promise<void> {
    await this.logs[log].updateOne({ _id }, { $setOnInsert: row, $inc: { count } }, { upsert: true });
  }

  /** A page of the rows in scope, newest first. It reads a bounded number of rows, however many there are. */
  async page(log: LogName, scope: LogScope, query: LogQuery): Promise<LogPage> {
    const rows = this.pages[log];
    const { search, limit, offset: skip } = query;
    const upTo = query.upTo === undefined ? {} : { _id: { $lte: query.upTo } };
    const options = { sort: NEWEST_FIRST, skip, limit, ...timeLimit() };
    if (search) {
      const { filter, isAll } = await this.searched(log, { ...scope, ...upTo }, search);
      const [found, count] = await Promise.all([
        rows.find(filter, options).toArray(),
        rows.countDocuments(filter, { limit: MOST_FOUND + 1, ...timeLimit() }),
      ]);
      const totalCount = Math.min(count, MOST_FOUND);
      return { rows: found, totalCount, isWhole: isAll && count === totalCount };
    }
    const [found, totalCount] = await Promise.all([
      rows.find({ ...scope, ...upTo }, options).toArray(),
      this.count(log, scope),
    ]);
    return { rows: found, totalCount, isWhole: isUnlimited(scope) || totalCount < MOST_COUNTED };
  }

  /** A row in scope; null if there is none. */
  find(log: LogName, scope: LogScope, id: string): Promise<LogRow | null> {
    return this.pages[log].findOne({ $and: [scope, { _id: id }] }, timeLimit());
  }

  /** The rows of a device in scope that arrived at a time, epoch ms. */
  ofDeviceAt(
    log: LogName,
    scope: LogScope,
    { deviceKey, at }: { deviceKey: number; at: number },
  ): Promise<LogRow[]> {
    const then = { _id: { $gte: firstIdFrom(at), $lt: firstIdFrom(at + 1) } };
    return this.pages[log]
      .find({ $and: [scope, { deviceKey }, then] }, { limit: MOST_OF_A_TIME, ...timeLimit() })
      .toArray();
  }

  /** The id of the first row of a message. A datagram has a row for each further route, whose id is the first row's with a number. */
  async firstOf(log: LogName, { _id, host }: LogRow): Promise<string> {
    const id = _id.replace(/-\d+$/, '');
    if (host === undefined || id === _id) return _id;
    return (await this.find(log, {}, id)) === null ? _id : id;
  }

  /** Removes some of the rows in scope up to an id. @returns how many, and whether none is left */
  async removeSome(
    log: LogName,
    scope: LogScope,
    upTo: string,
  ): Promise<{ removed: number; isDone: boolean }> {
    const rows = this.logs[log];
    const oldest = { sort: OLDEST_FIRST, limit: REMOVED_AT_ONCE, projection: { _id: 1 } } as const;
    const some = await rows.find({ ...scope, _id: { $lte: upTo } }, oldest).toArray();
    if (some.length === 0) return { removed: 0, isDone: true };
    const between = { $gte: some[0]!._id, $lte: some.at(-1)!._id };
    const { deletedCount: removed } = await rows.deleteMany({ ...scope, _id: between });
    return { removed, isDone: some.length < REMOVED_AT_ONCE };
  }

  /** The id of the newest row that is one too many if `most` rows may stay; null if there are no more than `most`. */
  async lastBeyond(log: LogName, most: number): Promise<string | null> {
    const excess = (await this.logs[log].estimatedDocumentCount()) - most;
    if (excess <= 0) return null;
    const options = { sort: OLDEST_FIRST, skip: excess - 1, projection: { _id: 1 } } as const;
    return (await this.logs[log].findOne({}, options))?._id ?? null;
  }

  /** The filter for rows that a search finds among the newest ones in scope, and whether these are all rows in scope. */
  private async searched(
    log: LogName,
    inScope: Filter<LogRow>,
    search: string,
  ): Promise<{ filter: Filter<LogRow>; isAll: boolean }> {
    const before = await this.pages[log].findOne(inScope, {
      sort: NEWEST_FIRST,
      skip: SEARCHED_ROWS,
      projection: { _id: 1 },
      ...timeLimit(),
    });
    const among = before === null ? inScope : { $and: [inScope, { _id: { $gt: before._id } }] };
    const text = literally(search);
    const matching = { $or: [{ topic: text }, { deviceName: text }, { data: text }] };
    return { filter: { $and: [among, matching] }, isAll: before === null };
  }

  private count(log: LogName, scope: LogScope): Promise<number> {
    const rows = this.pages[log];
    if (isUnlimited(scope)) return rows.estimatedDocumentCount(timeLimit());
    return rows.countDocuments(scope, { limit: MOST_COUNTED, ...timeLimit() });
  }
}

const isUnlimited = ({ deviceKey }: LogScope): boolean => deviceKey === undefined;
