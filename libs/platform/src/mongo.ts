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
import { setTimeout as delay } from 'node:timers/promises';
import { refuseIfTooLate } from './deadline.ts';
import { reasonOf, unavailable } from './errors.ts';
import { logger } from './logging.ts';
import { stepEnded } from './progress.ts';

/** How long a question waits for a server before the caller is told 503, ms. */
const SERVER_SELECTION_TIMEOUT_MS = 2_500;
/** How long an operation waits for a free connection, ms. */
const WAIT_FOR_CONNECTION_MS = 4_000;
/** Of a service that writes and reads at once. */
const MOST_CONNECTIONS = 20;
/** Of its long reads, besides: enough for two of them with many short ones in between. */
const MOST_CONNECTIONS_OF_LONG_READS = 8;
/** A connection on which nothing comes for this long is given up: the server hangs, or the line is half-open. */
const SOCKET_TIMEOUT_MS = 20_000;

interface Planned {
  name: string;
  indexes: IndexDescription[];
  options: CreateCollectionOptions;
}

/** The service's own database. Writes are acknowledged by a majority, journaled. */
export class Mongo {
  readonly client: MongoClient;
  readonly db: Db;
  private readonly planned: Planned[] = [];
  private longReads: MongoClient | undefined;

  constructor(
    private readonly url: string,
    private readonly app: string,
  ) {
    this.client = this.clientOf(MOST_CONNECTIONS);
    this.db = this.client.db();
  }

  /** A collection with the indexes that its queries need; they are made before the service is ready. */
  collection<Schema extends Document>(
    name: string,
    indexes: IndexDescription[] = [],
    options: CreateCollectionOptions = {},
  ): Collection<Schema> {
    this.planned.push({ name, indexes, options });
    return this.db.collection<Schema>(name);
  }

  /**
   * A collection for questions that may read much of it: over connections of their own, so that no writer waits for one
   * behind them.
   */
  forLongReads<Schema extends Document>({ collectionName }: Collection<Schema>): Collection<Schema> {
    this.longReads ??= this.clientOf(MOST_CONNECTIONS_OF_LONG_READS);
    return this.longReads.db().collection<Schema>(collectionName);
  }

  /** Makes the collections and indexes that were asked for, trying until the database answers. */
  async prepare(): Promise<void> {
    for (;;) {
      try {
        // A question would connect as well, but where that fails the driver has closed for good what it asks from then on.
        await Promise.all([this.client.connect(), this.longReads?.connect()]);
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
   * Runs `work` in a transaction, again from the start where another writer was in the way.
   * @throws where the question that it is part of came to be too late to answer: nothing is changed then; unavailable
   * where the line broke in a way that leaves open whether it was committed.
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
      // The driver takes every error of a commit for one of its own, and fails over those of a socket.
      if (!isCommitting || error instanceof MongoError) throw error;
      logger.warn({ reason: reasonOf(error) }, 'commit without an answer');
      throw unavailable();
    }
  }

  async ping(): Promise<void> {
    await this.db.command({ ping: 1 });
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.longReads?.close()]);
  }

  private clientOf(maxPoolSize: number): MongoClient {
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
    // A command has a connection to itself, and gives it back whatever came of it.
    return client.on('connectionCheckedIn', stepEnded);
  }

  private async create(name: string, options: CreateCollectionOptions): Promise<void> {
    try {
      await this.db.createCollection(name, options);
    } catch (error) {
      // Another replica was faster.
      if ((error as { code?: number }).code !== 48) throw error;
    }
  }
}
