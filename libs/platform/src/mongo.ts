import {
  type ClientSession,
  type Collection,
  type CreateCollectionOptions,
  type Db,
  type Document,
  type IndexDescription,
  MongoClient,
  MongoError,
} from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { refuseIfTooLate } from './deadline.ts';
import { reasonOf, unavailable } from './errors.ts';
import { logger } from './logging.ts';
import { type SchemaOf, mongoose } from './mongo-schema.ts';
import { stepEnded } from './progress.ts';

/** How long a majority may take to confirm a read, ms; without a majority, MongoDB would wait for ever. */
export const CONFIRMED_WITHIN_MS = 10_000;

/** How long an operation waits for a server before the caller gets a 503, ms. */
const SERVER_SELECTION_TIMEOUT_MS = 2_500;
/** How long an operation waits for a free connection, ms. */
const WAIT_FOR_CONNECTION_MS = 4_000;
/** Pool size for writes and short reads. */
const MOST_CONNECTIONS = 20;
/** Size of the second pool, for long reads: enough for two of them with many short ones in between. */
const MOST_CONNECTIONS_OF_LONG_READS = 8;
/** A connection silent for this long is closed, ms: the server hangs, or the connection is half-open. */
const SOCKET_TIMEOUT_MS = 20_000;

/** The options of a read within `readInOrder`. */
export interface OrderedRead {
  readonly session: ClientSession;
  readonly readConcern: { readonly level: 'majority' };
}

interface Planned {
  name: string;
  indexes: IndexDescription[];
  options: CreateCollectionOptions;
}

/** A client with its connection pool, and mongoose's connection over it. */
interface Line {
  readonly client: MongoClient;
  readonly models: Connection;
}

/** The service's own database. Writes are acknowledged by a majority, journaled. */
export class Mongo {
  readonly client: MongoClient;
  readonly db: Db;
  private readonly planned: Planned[] = [];
  private readonly line: Line;
  private longReads: Line | undefined;

  constructor(
    private readonly url: string,
    private readonly app: string,
  ) {
    this.line = this.lineOf(MOST_CONNECTIONS);
    this.client = this.line.client;
    this.db = this.client.db();
  }

  /** A collection with the indexes that its queries need; `prepare` creates them before the service is ready. */
  collection<Schema extends Document>(
    name: string,
    indexes: IndexDescription[] = [],
    options: CreateCollectionOptions = {},
  ): Collection<Schema> {
    this.planned.push({ name, indexes, options });
    return this.db.collection<Schema>(name);
  }

  /** A collection with a schema and the schema's indexes; its queries fail until `prepare` has connected. */
  model<Stored>(name: string, schema: SchemaOf<Stored>): Model<Stored> {
    const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }) as IndexDescription);
    this.planned.push({ name, indexes, options: {} });
    return this.line.models.model<Stored>(name, schema as never, name);
  }

  /**
   * The collection for queries that may read much of it, over a pool of their own, so that no writer waits for a connection
   * behind them.
   */
  forLongReads<Schema extends Document>({ collectionName }: Collection<Schema>): Collection<Schema> {
    return this.lineOfLongReads().client.db().collection<Schema>(collectionName);
  }

  /** Like `forLongReads`, for a collection with a schema. */
  modelForLongReads<Stored>({ modelName, schema }: Model<Stored>): Model<Stored> {
    return this.lineOfLongReads().models.model<Stored>(modelName, schema as never, modelName);
  }

  /** Creates the requested collections and indexes, and retries until the database answers. */
  async prepare(): Promise<void> {
    for (;;) {
      try {
        // Explicit, because after a failed implicit connect by a command the driver stays closed for all later commands.
        await Promise.all([connect(this.line), this.longReads && connect(this.longReads)]);
        const existing = new Set(
          (await this.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
        );
        for (const { name, indexes, options } of this.planned) {
          if (!existing.has(name)) await this.create(name, options);
          if (indexes.length > 0) await this.db.collection(name).createIndexes(indexes);
        }
        return;
      } catch (error) {
        logger.warn({ reason: reasonOf(error) }, 'waiting for the database');
        await delay(500);
      }
    }
  }

  /**
   * Runs `work` in a transaction, and restarts it after a write conflict.
   * @throws if the caller's deadline has passed: nothing is changed then; unavailable if the connection broke and it is unknown
   * whether the transaction was committed.
   */
  async transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    let isCommitting = false;
    try {
      return await this.client.withSession((session) =>
        session.withTransaction(async () => {
          isCommitting = false;
          const result = await work(session);
          refuseIfTooLate();
          isCommitting = true;
          return result;
        }),
      );
    } catch (error) {
      // The driver treats each error of a commit as a MongoError, and so throws a TypeError for a socket's error.
      if (!isCommitting || error instanceof MongoError) throw error;
      logger.warn({ reason: reasonOf(error) }, 'commit without an answer');
      throw unavailable();
    }
  }

  /** Runs reads of which each sees at least what the one before saw, also across a failover that rolls writes back. */
  readInOrder<Result>(work: (read: OrderedRead) => Promise<Result>): Promise<Result> {
    return this.client.withSession({ causalConsistency: true }, (session) =>
      work({ session, readConcern: { level: 'majority' } }),
    );
  }

  /**
   * Runs reads that all see the database at the time of the first one.
   * @param isLong whether they may read much, so that they go over the pool of long reads
   */
  atOneTime<Result>(isLong: boolean, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    const { client } = isLong ? this.lineOfLongReads() : this.line;
    return client.withSession({ snapshot: true }, work);
  }

  /** The clock of the database, epoch milliseconds. */
  async now(): Promise<number> {
    const { localTime } = await this.db.command({ hello: 1 });
    return (localTime as Date).getTime();
  }

  /** A process's time, or the database's if that is earlier: a clock of one machine that leaps ahead must not remove anything that is kept. */
  async noLaterThan(now: number): Promise<number> {
    return Math.min(now, await this.now());
  }

  /** The disk that holds the database, shared with others; null if the server does not tell. */
  async diskSpace(): Promise<{ totalBytes: number; usedBytes: number } | null> {
    const { fsTotalSize, fsUsedSize } = await this.db.stats();
    return typeof fsTotalSize === 'number' && typeof fsUsedSize === 'number' && fsTotalSize > 0
      ? { totalBytes: fsTotalSize, usedBytes: fsUsedSize }
      : null;
  }

  async ping(): Promise<void> {
    await this.db.command({ ping: 1 });
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.longReads?.client.close()]);
  }

  private lineOfLongReads(): Line {
    return (this.longReads ??= this.lineOf(MOST_CONNECTIONS_OF_LONG_READS));
  }

  private lineOf(maxPoolSize: number): Line {
    const client = new MongoClient(this.url, {
      appName: `telemon-${this.app}`,
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      waitQueueTimeoutMS: WAIT_FOR_CONNECTION_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
      writeConcern: { w: 'majority', journal: true },
      maxPoolSize,
      ignoreUndefined: true,
    });
    // A command has its connection to itself and returns it to the pool, successful or not.
    client.on('connectionCheckedIn', stepEnded);
    return { client, models: mongoose.createConnection() };
  }

  private async create(name: string, options: CreateCollectionOptions): Promise<void> {
    try {
      await this.db.createCollection(name, options);
    } catch (error) {
      // NamespaceExists: another replica created it first.
      if ((error as { code?: number }).code !== 48) throw error;
    }
  }
}

const connect = async ({ client, models }: Line): Promise<void> => {
  await client.connect();
  // Mongoose accepts a client only once, and only a connected one.
  if (!models.db) models.setClient(client);
};
