import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import {
  bringServer,
  localAddresses,
  newServerSecrets,
  SERVER_PORTS,
  SERVERS,
  type LocalSettings,
  type ServerName,
} from '../../servers/local.ts';
import { choosePorts } from '../../servers/ports.ts';
import { Problem } from '../../servers/problem.ts';
import type { Say } from '../../servers/progress.ts';
import type { DrilledClock } from './drilled-clock.ts';
import { DatabaseMembers } from './database-members.ts';
import { DrilledServer } from './drilled-server.ts';
import { SmallDisk } from './small-disk.ts';

interface StartOptions {
  readonly folder: string;
  readonly logs: string;
  readonly throughLinks: boolean;
  readonly smallDisks: boolean;
  readonly databaseMembers: 1 | 3;
  readonly clock: DrilledClock | null;
  readonly say: Say;
}

type Links = Readonly<Record<ServerName, TcpProxy>>;

/** The servers whose data grows with each reading. */
const DISK_MB: Readonly<Partial<Record<ServerName, number>>> = { mongodb: 512, kafka: 128 };

/** The drill's own MongoDB, Kafka, NATS and Redis. */
export class DrilledServers {
  readonly #settings: LocalSettings;
  readonly #servers: ReadonlyMap<ServerName, DrilledServer>;
  readonly #links: Links | null;
  #members: DatabaseMembers | null = null;
  /** The small disk of a server, or the reason why it has none. */
  readonly #disks = new Map<ServerName, SmallDisk | Problem>();

  private constructor(
    settings: LocalSettings,
    servers: ReadonlyMap<ServerName, DrilledServer>,
    links: Links | null,
  ) {
    this.#settings = settings;
    this.#servers = servers;
    this.#links = links;
  }

  static async start(options: StartOptions): Promise<DrilledServers> {
    const { folder, logs, throughLinks, smallDisks, databaseMembers, clock, say } = options;
    const ports = await choosePorts(SERVER_PORTS);
    const settings = { folder: join(folder, 'servers'), ports, secrets: newServerSecrets(), logins: [] };
    const links = throughLinks ? await linksTo(ports) : null;
    const servers = new Map<ServerName, DrilledServer>();
    const started = new DrilledServers(settings, servers, links);
    try {
      await Promise.all(
        SERVERS.map(async (name) => {
          if (name === 'mongodb' && databaseMembers > 1) {
            const env = { ...clock?.variables };
            started.#members = await DatabaseMembers.start({ settings, folder, logs, env, say });
            return;
          }
          await mkdir(join(settings.folder, name), { recursive: true });
          const runnable = await bringServer[name](settings, say);
          const env = { ...runnable.env, ...clock?.variables };
          const disk = smallDisks ? await started.#placeOnSmallDisk(name) : null;
          const server = new DrilledServer({ ...runnable, env }, join(logs, `${name}.log`), disk);
          servers.set(name, server);
          if (name === 'kafka' && links !== null) await advertise(settings, links.kafka);
          await server.start();
        }),
      );
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  server(name: ServerName): DrilledServer {
    return this.#servers.get(name)!;
  }

  /** The members of MongoDB. @throws if it has only one */
  get members(): DatabaseMembers {
    if (this.#members === null) throw new Error('This drill has a MongoDB of one member');
    return this.#members;
  }

  /** The disk that holds a server's data. @throws if the machine does not allow mounting one. */
  disk(name: ServerName): SmallDisk {
    const disk = this.#disks.get(name);
    if (disk instanceof SmallDisk) return disk;
    throw disk ?? new Error(`This drill has no small disk for ${name}`);
  }

  /** The proxy between the services and a server. */
  link(name: ServerName): TcpProxy {
    if (this.#links === null) throw new Error('This drill reaches its servers without links');
    return this.#links[name];
  }

  /** The address of MongoDB itself, without a link. */
  get databaseUrl(): string {
    return this.#members?.url ?? localAddresses(this.#settings).mongodbRootUrl;
  }

  /** Variables that make `npm start` use these servers. */
  get variables(): Readonly<Record<string, string>> {
    const ports = { ...this.#settings.ports };
    if (this.#links !== null) for (const name of SERVERS) ports[name] = this.#links[name].port;
    const { mongodbRootUrl, kafkaBrokers, natsUrl, redisUrl } = localAddresses({ ...this.#settings, ports });
    return {
      // The driver would otherwise connect to the replica-set member's own address, past the link.
      MONGODB_URL: this.#links === null ? this.databaseUrl : `${mongodbRootUrl}&directConnection=true`,
      KAFKA_BROKERS: kafkaBrokers,
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
    };
  }

  /** Removes the data of Redis, which must not be running. */
  async emptyRedis(): Promise<void> {
    const folder = join(this.#settings.folder, 'redis');
    for (const stored of ['appendonlydir', 'dump.rdb'])
      await rm(join(folder, stored), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    // Their data is discarded. A server whose clock was set back would take days for a clean exit.
    const all = [...this.#servers.values(), ...(this.#members?.servers ?? [])];
    await Promise.all(all.map((server) => server.kill()));
    for (const disk of this.#disks.values()) if (disk instanceof SmallDisk) await disk.remove();
    if (this.#links !== null) await Promise.all(SERVERS.map((name) => this.#links?.[name].close()));
  }

  /** Keeps a failed mount for `disk()` to throw, because drills that fill no disk don't need it. */
  async #placeOnSmallDisk(name: ServerName): Promise<SmallDisk | null> {
    const megabytes = DISK_MB[name];
    if (megabytes === undefined) return null;
    try {
      const disk = await SmallDisk.inPlaceOf(join(this.#settings.folder, name, 'data'), megabytes);
      this.#disks.set(name, disk);
      return disk;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#disks.set(name, error);
      return null;
    }
  }
}

const linksTo = async (ports: LocalSettings['ports']): Promise<Links> =>
  Object.fromEntries(
    await Promise.all(SERVERS.map(async (name) => [name, await TcpProxy.to(ports[name])] as const)),
  ) as Links;

/** Makes Kafka advertise the link's port to its clients. Of two lines for one setting, the last one counts. */
const advertise = ({ folder }: LocalSettings, { port }: TcpProxy): Promise<void> =>
  appendFile(
    join(folder, 'kafka', 'server.properties'),
    `advertised.listeners=SASL_PLAINTEXT://127.0.0.1:${port}\n`,
  );
