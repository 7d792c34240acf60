import { connect } from 'node:net';
import { inOneLine, Problem } from '../servers/problem.ts';
import { SERVERS, type ServerName } from '../servers/local.ts';
import type { Options } from './options.ts';

/** The variable that names the user's own server, in place of the launcher's. */
const VARIABLE_OF = {
  mongodb: 'MONGODB_URL',
  kafka: 'KAFKA_BROKERS',
  nats: 'NATS_URL',
  redis: 'REDIS_URL',
} as const satisfies Record<ServerName, keyof Options>;

export const broughtServers = (options: Options): ServerName[] =>
  SERVERS.filter((server) => options[VARIABLE_OF[server]] === undefined);

/** The address of the user's MongoDB, with one service's database in the path. */
export function outsideDatabase(url: string, database: string): string {
  // The address may have several hosts, which `URL` refuses.
  const [, hosts = '', path = '', query = ''] = /^([^/]+:\/\/[^/?]*)\/?([^?]*)\??(.*)$/.exec(url) ?? [];
  const options = new URLSearchParams(query);
  if (hosts.includes('@') && !options.has('authSource')) options.set('authSource', path || 'admin');
  const after = options.size === 0 ? '' : `?${options}`;
  return `${hosts}/${database}${after}`;
}

/** Checks the user's own servers. @throws Problem that names the wrong variable, before eight services fail by it */
export async function checkOutsideServers(options: Options): Promise<void> {
  const { MONGODB_URL, KAFKA_BROKERS, NATS_URL, REDIS_URL } = options;
  await Promise.all([
    MONGODB_URL !== undefined && checkMongodb(MONGODB_URL),
    KAFKA_BROKERS !== undefined && checkSomeListens('KAFKA_BROKERS', brokerHosts(KAFKA_BROKERS)),
    NATS_URL !== undefined && checkSomeListens('NATS_URL', [hostOf(NATS_URL, 4222)]),
    REDIS_URL !== undefined && checkSomeListens('REDIS_URL', [hostOf(REDIS_URL, 6379)]),
  ]);
}

async function checkMongodb(url: string): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    const { setName } = (await client.db('admin').command({ hello: 1 })) as { setName?: string };
    if (setName === undefined)
      throw new Problem('MONGODB_URL should name a replica set; this server is none');
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`MONGODB_URL doesn't answer: ${inOneLine(error)}`, { cause: error });
  } finally {
    await client.close();
  }
}

const brokerHosts = (addresses: string): string[] =>
  addresses.split(',').map((address) => address.slice(address.lastIndexOf('@') + 1).trim());

const hostOf = (url: string, usualPort: number): string => {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || usualPort}`;
};

async function checkSomeListens(variable: string, hosts: readonly string[]): Promise<void> {
  const answers = await Promise.all(hosts.map((host) => listens(host)));
  if (!answers.includes(true))
    throw new Problem(`${variable} should name a server that answers; ${hosts.join(', ')} doesn't`);
}

const listens = (hostAndPort: string): Promise<boolean> =>
  new Promise((resolve) => {
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(hostAndPort.trim()) ?? [];
    const socket = connect({ host, port: Number(port) });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(5_000, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
