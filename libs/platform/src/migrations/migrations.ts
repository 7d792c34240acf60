import type { Collection, Db } from 'mongodb';
import { setTimeout as delay } from 'node:timers/promises';
import { MigrationError, Umzug } from 'umzug';
import { isUnavailable, reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Mongo } from '../mongo.ts';
import { Lease, type LeaseDocument } from '../leases/lease.ts';

/** The database that a step changes, its progress report and its abort signal. */
export interface MigrationStep {
  readonly db: Db;
  /** Reports the step's progress; `total` may be a guess. */
  readonly progress: (done: number, total: number) => void;
  /** Aborts when another replica may be migrating: the step must stop then. */
  readonly signal: AbortSignal;
}

/** One change of a database's schema. It can be interrupted anywhere, and run again. */
export interface Migration {
  /** A number and an action, such as `0001-move-resets`; it never changes. */
  readonly name: string;
  up(step: MigrationStep): Promise<void>;
}

/** A step of this start, as `/health/ready` shows it. */
export interface MigrationState {
  readonly name: string;
  state: 'running' | 'done';
  done: number;
  total: number;
}

interface ExecutedDocument {
  /** The name of the migration. */
  _id: string;
  at: Date;
}

/** Thrown if a newer Telemon has written the database. */
export class NewerSchema extends Error {}

const RETRY_AFTER_MS = 500;
const EXECUTED = 'migrations';
const LEASES = 'migration_leases';

/** Brings a service's database to the schema that the service knows, once for all replicas. */
export class Migrations {
  /** The steps of this start. */
  readonly states: MigrationState[] = [];
  private readonly executed: Collection<ExecutedDocument>;
  private readonly leases: Collection<LeaseDocument>;

  /** @param known All steps that there ever were, in their order. */
  constructor(
    private readonly mongo: Mongo,
    private readonly known: readonly Migration[],
  ) {
    this.executed = mongo.db.collection<ExecutedDocument>(EXECUTED);
    this.leases = mongo.db.collection<LeaseDocument>(LEASES);
  }

  /** Runs the steps that the database lacks, retrying until it answers. @throws NewerSchema */
  async run(): Promise<void> {
    for (;;) {
      try {
        await this.mongo.client.connect();
        const executed = await this.executedNames();
        if (this.known.every(({ name }) => executed.includes(name))) return;
        return await new Lease(this.leases, 'schema').hold((signal) => this.runPending(signal));
      } catch (error) {
        const cause = error instanceof MigrationError ? error.cause : error;
        if (!isUnavailable(cause)) throw cause;
        logger.warn({ reason: reasonOf(cause) }, 'migration waits for the database');
        await delay(RETRY_AFTER_MS);
      }
    }
  }

  private async runPending(signal: AbortSignal): Promise<void> {
    if (await this.isNewDatabase()) {
      for (const { name } of this.known) await this.markExecuted(name);
      return;
    }
    const umzug = new Umzug({
      migrations: this.known.map((migration) => ({
        name: migration.name,
        up: () => this.runStep(migration, signal),
      })),
      logger: undefined,
      storage: {
        // Another replica may have run some meanwhile.
        executed: () => this.executedNames(),
        logMigration: ({ name }) => this.markExecuted(name),
        unlogMigration: async () => {
          throw new Error('migrations go forward only');
        },
      },
    });
    await umzug.up();
  }

  private async runStep({ name, up }: Migration, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const state = this.stateOf(name);
    logger.info({ migration: name }, 'migrating');
    const progress = (done: number, total: number) => Object.assign(state, { done, total });
    await up({ db: this.mongo.db, signal, progress });
    signal.throwIfAborted();
    state.state = 'done';
    logger.info({ migration: name }, 'migrated');
  }

  /** A step that runs again keeps its entry. */
  private stateOf(name: string): MigrationState {
    const known = this.states.find((each) => each.name === name);
    const state: MigrationState = known ?? { name, state: 'running', done: 0, total: 0 };
    if (!known) this.states.push(state);
    return state;
  }

  private async markExecuted(name: string): Promise<void> {
    await this.executed.updateOne({ _id: name }, { $set: { at: new Date() } }, { upsert: true });
  }

  /** Collections are made after the migrations. */
  private async isNewDatabase(): Promise<boolean> {
    const collections = await this.mongo.db.listCollections({}, { nameOnly: true }).toArray();
    return collections.every(({ name }) => [EXECUTED, LEASES].includes(name));
  }

  /** @throws NewerSchema */
  private async executedNames(): Promise<string[]> {
    const executed = (await this.executed.find().toArray()).map(({ _id }) => _id);
    const newer = executed.filter((name) => !this.known.some((each) => each.name === name));
    if (newer.length > 0) {
      throw new NewerSchema(
        `A newer Telemon has written the database ${this.mongo.db.databaseName} (${newer.toSorted().at(-1)}); start that one, or restore a backup from before`,
      );
    }
    return executed;
  }
}
