import { randomBytes } from 'node:crypto';
import { Mongo } from '@telemon/platform/mongo';
import { MongoClient, type Db } from 'mongodb';
import { servers } from './servers.ts';
import { TcpProxy } from './tcp-proxy.ts';

export interface FreshDatabase {
  readonly db: Db;
  /** With a login that may do everything, and this database in the path, as a service takes it. */
  readonly url: string;
  /** Drops the database and closes the connections. */
  drop(): Promise<void>;
}

/** An empty database that no other spec file uses. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  const url = new URL(servers().mongoUrl);
  url.pathname = `/${name}`;
  const client = await MongoClient.connect(url.href);
  const db = client.db(name);
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}

/** A proxy in front of the test servers' MongoDB, and a database's address through it. */
export async function proxyBeforeDatabase({ url }: FreshDatabase): Promise<{ proxy: TcpProxy; url: string }> {
  const address = new URL(url);
  const proxy = await TcpProxy.to(Number(address.port));
  address.port = String(proxy.port);
  // Else the client would use the addresses that the replica set's members announce.
  address.searchParams.delete('replicaSet');
  address.searchParams.set('directConnection', 'true');
  return { proxy, url: address.href };
}

/**
 * Works on a database whose connection is cut at each of the first updates, as often as `times`.
 * @returns How often it was cut
 */
export async function cutOffAtUpdates(
  database: FreshDatabase,
  times: number,
  work: (mongo: Mongo) => Promise<void>,
): Promise<number> {
  const { proxy, url } = await proxyBeforeDatabase(database);
  const mongo = new Mongo(url, 'cut-off-at-updates');
  let cuts = 0;
  proxy.beforePassing = (bytes, from) => {
    if (from === 'server' || cuts === times || !bytes.includes('update\0')) return;
    cuts++;
    proxy.cut();
    proxy.heal();
  };
  await work(mongo);
  await mongo.close();
  await proxy.close();
  return cuts;
}
