import { MongoClient, type Db } from 'mongodb';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@telemon/testing/waiting';
import { bringServer, localAddresses, type LocalSettings } from '../../servers/local.ts';
import { choosePorts } from '../../servers/ports.ts';
import type { Say } from '../../servers/progress.ts';
import { DrilledServer } from './drilled-server.ts';

const OTHERS = ['member-2', 'member-3'] as const;
const ELECTED_WITHIN_MS = 60_000;

interface Member {
  readonly port: number;
  readonly server: DrilledServer;
}

interface Parts {
  readonly settings: LocalSettings;
  readonly folder: string;
  readonly logs: string;
  readonly env: Readonly<Record<string, string>>;
  readonly say: Say;
}

/** Three members of one MongoDB: while two of them run, one is elected primary and takes writes. */
export class DatabaseMembers {
  /** The address of all members, with full rights. */
  readonly url: string;
  readonly #members: readonly Member[];

  private constructor(url: string, members: readonly Member[]) {
    this.url = url;
    this.#members = members;
  }

  /** Starts them. The first one has the settings' port, and keeps its data where a single MongoDB does. */
  static async start(parts: Parts): Promise<DatabaseMembers> {
    const { settings, say } = parts;
    const alone = await bringServer.mongodb(settings, say);
    const ports = await choosePorts(OTHERS);
    const members = [
      await memberOf(settings.ports.mongodb, parts, settings, alone.ready),
      ...(await Promise.all(
        OTHERS.map((name) => {
          const own = {
            folder: join(parts.folder, name),
            ports: { ...settings.ports, mongodb: ports[name] },
          };
          return memberOf(ports[name], parts, { ...settings, ...own });
        }),
      )),
    ];
    await Promise.all(members.map(({ server }) => server.start()));
    const first = localAddresses(settings).mongodbRootUrl;
    const hosts = members.map(({ port }) => hostOf(port));
    await withAdmin(`${first}&directConnection=true`, (admin) => invite(admin, hosts));
    return new DatabaseMembers(first.replace(hosts[0]!, hosts.join(',')), members);
  }

  get servers(): readonly DrilledServer[] {
    return this.#members.map(({ server }) => server);
  }

  /** The member that takes writes, and the others. Waits for an election. */
  async byRole(): Promise<{ primary: DrilledServer; secondaries: readonly DrilledServer[] }> {
    const host = await withAdmin(this.url, async (admin) =>
      String((await admin.command({ hello: 1 }))['me']),
    );
    const { server: primary } = this.#members.find(({ port }) => hostOf(port) === host)!;
    return { primary, secondaries: this.servers.filter((server) => server !== primary) };
  }

  /** Makes the primary a secondary, which stays eligible. */
  async stepDown(): Promise<void> {
    // The primary may close the connection before it answers.
    await withAdmin(this.url, (admin) => admin.command({ replSetStepDown: 5, force: true })).catch(
      () => undefined,
    );
  }
}

/** @param settle Whether the member is ready, for the first time; an invited member needs only to answer. */
async function memberOf(
  port: number,
  { logs, env, say }: Parts,
  settings: LocalSettings,
  settle: (say: Say) => Promise<boolean> = async () => true,
): Promise<Member> {
  await mkdir(join(settings.folder, 'mongodb'), { recursive: true });
  const runnable = await bringServer.mongodb(settings, say);
  let isSettled = false;
  const ready = async () => (await answers(port)) && (isSettled ||= await settle(say));
  const logFile = join(logs, `mongodb-${port}.log`);
  return {
    port,
    server: new DrilledServer({ ...runnable, env: { ...runnable.env, ...env }, ready }, logFile),
  };
}

const hostOf = (port: number): string => `127.0.0.1:${port}`;

const answers = (port: number): Promise<boolean> =>
  withAdmin(`mongodb://${hostOf(port)}/?directConnection=true`, (admin) => admin.command({ ping: 1 })).then(
    () => true,
    () => false,
  );

/** Invites the others at once: they have nothing to vote about yet. Waits until they have the data. */
async function invite(admin: Db, hosts: readonly string[]): Promise<void> {
  const { config } = await admin.command({ replSetGetConfig: 1 });
  config.members = hosts.map((host, _id) => ({ _id, host }));
  config.version += 1;
  await admin.command({ replSetReconfig: config, force: true });
  const isComplete = async () => {
    const { members } = (await admin.command({ replSetGetStatus: 1 })) as { members: { stateStr: string }[] };
    return (
      members
        .map(({ stateStr }) => stateStr)
        .toSorted()
        .join() === 'PRIMARY,SECONDARY,SECONDARY'
    );
  };
  await until(isComplete, { timeoutMs: ELECTED_WITHIN_MS, what: 'three members of MongoDB' });
}

async function withAdmin<Result>(url: string, work: (admin: Db) => Promise<Result>): Promise<Result> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: ELECTED_WITHIN_MS });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}
