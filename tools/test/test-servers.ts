import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NATS_USER, NATS_USERS } from '../../libs/testing/src/servers.ts';
import { bringServer, localAddresses, newServerSecrets, SERVER_PORTS, SERVERS } from '../servers/local.ts';
import { choosePorts } from '../servers/ports.ts';
import type { Say } from '../servers/progress.ts';
import { Supervised } from '../start/supervise.ts';

/** The result of `servers()` in @telemon/testing. */
interface TestServerAddresses {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
}

interface TestServers {
  readonly addresses: TestServerAddresses;
  stop(): Promise<void>;
}

/** Starts a MongoDB, a Kafka, a NATS and a Redis in an empty folder, on free ports. */
export async function startTestServers(folder: string, say: Say): Promise<TestServers> {
  const supervision = { logs: join(folder, 'logs'), run: join(folder, 'run'), say };
  await Promise.all(
    Object.values({ ...supervision, say: folder }).map((path) => mkdir(path, { recursive: true })),
  );
  const settings = {
    folder,
    ports: await choosePorts(SERVER_PORTS),
    secrets: newServerSecrets(),
    logins: [],
    natsUsers: NATS_USERS,
  };

  const started: Supervised[] = [];
  const stop = async () => void (await Promise.all(started.map((server) => server.stop())));
  const outcomes = await Promise.allSettled(
    SERVERS.map(async (name) => {
      const server = new Supervised(await bringServer[name](settings, say), supervision);
      started.push(server);
      await server.start();
    }),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const { mongodbRootUrl: mongoUrl, kafkaBrokers, natsUrlOf, redisUrl } = localAddresses(settings);
  return { addresses: { mongoUrl, kafkaBrokers, natsUrl: natsUrlOf(NATS_USER), redisUrl }, stop };
}

/** The addresses as variables, for the processes that run the specs. */
export const asVariables = (addresses: TestServerAddresses): Record<string, string> => ({
  TEST_MONGODB_URL: addresses.mongoUrl,
  TEST_KAFKA_BROKERS: addresses.kafkaBrokers,
  TEST_NATS_URL: addresses.natsUrl,
  TEST_REDIS_URL: addresses.redisUrl,
});
