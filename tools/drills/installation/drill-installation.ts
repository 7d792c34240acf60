import { MongoClient } from 'mongodb';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';

import { step, type Say } from '../../servers/progress.ts';
import type { InstallationOptions } from './installation-options.ts';
import { DrilledClock } from './drilled-clock.ts';
import { DrilledServers } from './drilled-servers.ts';

/** Shorter than the lifetime of a token (15 minutes). */
const SIGN_IN_EVERY_MS = 10 * MINUTE_MS;

/** The installation that a drill runs on: the whole product, on servers of the drill's own. */
export class DrillInstallation {
  readonly product: WholeProduct;
  /** A direct connection to the database, past all links, with full rights. */
  readonly database: MongoClient;
  readonly managerId: string;
  readonly #servers: DrilledServers | null;
  readonly #clock: DrilledClock | null;
  readonly #folder: string;
  readonly #stopsWith: (() => Promise<void>)[] = [];
  #api: ApiClient;
  #signedInAt = Date.now();

  private constructor(parts: {
    product: WholeProduct;
    servers: DrilledServers | null;
    database: MongoClient;
    managerId: string;
    clock: DrilledClock | null;
    folder: string;
    api: ApiClient;
  }) {
    this.product = parts.product;
    this.#servers = parts.servers;
    this.database = parts.database;
    this.managerId = parts.managerId;
    this.#clock = parts.clock;
    this.#folder = parts.folder;
    this.#api = parts.api;
  }

  static async prepare(
    say: Say,
    {
      env = {},
      throughLinks = false,
      smallDisks = false,
      databaseMembers = 1,
      launcherServers = false,
      ownClock = false,
    }: InstallationOptions = {},
  ): Promise<DrillInstallation> {
    const folder = await mkdtemp(join(tmpdir(), 'telemon-drill-'));
    const logs = join(folder, 'logs');
    await mkdir(logs);
    const clock = ownClock ? await DrilledClock.bring(folder, say) : null;
    const servers = launcherServers
      ? null
      : await step(say, 'Starting the servers', () =>
          DrilledServers.start({ folder, logs, throughLinks, smallDisks, databaseMembers, clock, say }),
        );
    let product: WholeProduct | undefined;
    try {
      product = await step(say, 'Starting Telemon', () =>
        // The alerts of drills cross their set points all the time, and each crossing must send a message of its own.
        WholeProduct.start({
          FLAPPING_CHANGES: '0',
          GROUP_NOTICES_FROM: '0',
          ...servers?.variables,
          ...clock?.variables,
          ...env,
        }),
      );
      const api = await signIn(product);
      const { id: managerId } = await given(api).manager();
      const database = await MongoClient.connect(servers?.databaseUrl ?? product.addresses.mongoUrl);
      return new DrillInstallation({ product, servers, database, managerId, clock, folder, api });
    } catch (error) {
      await product?.stop();
      await servers?.stop();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** A client that is signed in as the first admin. */
  async api(): Promise<ApiClient> {
    if (Date.now() - this.#signedInAt > SIGN_IN_EVERY_MS) await this.signIn();
    return this.#api;
  }

  /** The servers, which only the drill restarts. @throws if the launcher runs them. */
  get servers(): DrilledServers {
    if (this.#servers === null) throw new Error('This drill leaves the servers to the launcher');
    return this.#servers;
  }

  /** Signs the first admin in again, for when the token may be invalid. */
  async signIn(): Promise<void> {
    this.#api = await signIn(this.product);
    this.#signedInAt = Date.now();
  }

  /** The clock of all its processes. @throws if they use the clock of the machine. */
  get clock(): DrilledClock {
    if (this.#clock === null) throw new Error('This drill has the clock of the machine');
    return this.#clock;
  }

  /** The number of the launcher's restarts of processes so far. */
  get restarts(): number {
    return this.product.output.split('starting it again').length - 1;
  }

  /** The launcher's lines about processes that ended without a kill by the drill. */
  get unexpectedEnds(): string[] {
    return this.product.output.split('\n').filter(isUnexpectedEnd);
  }

  /** Has something of a drill end together with the installation. */
  stopsWith(end: () => Promise<void>): void {
    this.#stopsWith.push(end);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stopsWith.map((end) => end()));
    await this.database.close();
    await this.product.stop();
    await this.#servers?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Whether a line reports a process that ended, or that its supervisor ends, without a kill by the drill. */
export const isUnexpectedEnd = (line: string): boolean =>
  line.includes("doesn't answer any more") ||
  (line.includes('starting it again') && !line.includes('SIGKILL'));

const signIn = ({ addresses: { url, adminEmail, adminPassword } }: WholeProduct): Promise<ApiClient> =>
  ApiClient.signIn(url, adminEmail, adminPassword);
