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

/** A server on a busy machine, or one that is just starting, may take this long for an answer, ms. */
const ANSWERS_WITHIN_MS = 20_000;

/** Checks the user's own servers. @throws Problem that names the wrong variable, before eight services fail by it */
export async function checkOutsideServers(options: Options, withinMs = ANSWERS_WITHIN_MS): Promise<void> {
  const { MONGODB_URL, KAFKA_BROKERS, NATS_URL, REDIS_URL } = options;
  await Promise.all([
    MONGODB_URL !== undefined && checkMongodb(MONGODB_URL, withinMs),
    KAFKA_BROKERS !== undefined && checkSomeListens('KAFKA_BROKERS', brokerHosts(KAFKA_BROKERS), withinMs),
    NATS_URL !== undefined && checkSomeListens('NATS_URL', [hostOf(NATS_URL, 4222)], withinMs),
    REDIS_URL !== undefined && checkSomeListens('REDIS_URL', [hostOf(REDIS_URL, 6379)], withinMs),
  ]);
}

async function checkMongodb(url: string, withinMs: number): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: withinMs });
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

async function checkSomeListens(variable: string, hosts: readonly string[], withinMs: number): Promise<void> {
  const answers = await Promise.all(hosts.map((host) => listens(host, withinMs)));
  if (!answers.includes(true))
    throw new Problem(`${variable} should name a server that answers; ${hosts.join(', ')} doesn't`);
}

const listens = (hostAndPort: string, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(hostAndPort.trim()) ?? [];
    const socket = connect({ host, port: Number(port) });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
