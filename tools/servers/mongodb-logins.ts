import { MongoClient, MongoServerError, type Db, type MongoClientOptions } from 'mongodb';
import { Problem } from './problem.ts';

/** A MongoDB user, and the only database of this user, which has the same name. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

interface Deployment {
  readonly port: number;
  readonly replicaSet: string;
  readonly rootUser: string;
  readonly rootPassword: string;
  readonly logins: readonly Login[];
}

const code = (error: unknown): string | undefined =>
  error instanceof MongoServerError ? error.codeName : undefined;

/**
 * True when the server takes writes and every login exists. Initiates the replica set and the root user of an empty
 * server, and updates the set's address when the port has changed. Idempotent. @throws Problem for other secrets
 */
export async function settleMongodb(deployment: Deployment): Promise<boolean> {
  try {
    return await withAdmin(deployment, rootOf(deployment), async (admin) => {
      await keepAddress(admin, deployment);
      if (!(await isPrimary(admin))) return false;
      await ensureLogins(admin, deployment.logins);
      return true;
    });
  } catch (error) {
    if (code(error) === 'AuthenticationFailed') return foundReplicaSet(deployment);
    if (error instanceof Problem) throw error;
    return false;
  }
}

const rootOf = ({ rootUser, rootPassword }: Deployment): MongoClientOptions => ({
  auth: { username: rootUser, password: rootPassword },
  authSource: 'admin',
});

async function withAdmin<T>(
  { port }: Deployment,
  options: MongoClientOptions,
  work: (admin: Db) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    ...options,
    serverSelectionTimeoutMS: 1_000,
    maxPoolSize: 1,
  });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

const isPrimary = async (admin: Db): Promise<boolean> =>
  ((await admin.command({ hello: 1 })) as { isWritablePrimary?: boolean }).isWritablePrimary === true;

/**
 * MongoDB without any user lets a local client create the first. If it refuses that and the password too, the database
 * was made with other secrets. @throws Problem then
 */
async function foundReplicaSet(deployment: Deployment): Promise<boolean> {
  const { replicaSet, rootUser, rootPassword } = deployment;
  try {
    return await withAdmin(deployment, {}, async (admin) => {
      if (!(await isPrimary(admin))) {
        const members = [{ _id: 0, host: addressOf(deployment) }];
        await admin.command({ replSetInitiate: { _id: replicaSet, members } });
        return false;
      }
      await admin.command({ createUser: rootUser, pwd: rootPassword, roles: ['root'] });
      return false;
    });
  } catch (error) {
    if (code(error) === 'AlreadyInitialized') return false;
    if (code(error) === 'Unauthorized') {
      throw new Problem(
        'The database was made with other passwords than those in secrets.json of the data folder. Put that file back.',
      );
    }
    return false;
  }
}

const addressOf = ({ port }: Deployment): string => `127.0.0.1:${port}`;

async function keepAddress(admin: Db, deployment: Deployment): Promise<void> {
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as {
    config: { version: number; members: { host: string }[] };
  };
  const [member, ...others] = config.members;
  if (member === undefined || others.length > 0 || member.host === addressOf(deployment)) return;
  member.host = addressOf(deployment);
  config.version += 1;
  await admin.command({ replSetReconfig: config, force: true });
}

async function ensureLogins(admin: Db, logins: readonly Login[]): Promise<void> {
  if (logins.length === 0) return;
  const { users } = (await admin.command({
    usersInfo: logins.map(({ name }) => ({ user: name, db: name })),
  })) as {
    users: { user: string }[];
  };
  const known = new Set(users.map(({ user }) => user));
  for (const { name, password } of logins.filter((login) => !known.has(login.name))) {
    await admin.client
      .db(name)
      .command({ createUser: name, pwd: password, roles: [{ role: 'readWrite', db: name }] });
  }
}
