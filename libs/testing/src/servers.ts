import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

/** Addresses of the real servers that specs use, with logins that may do everything. */
interface ServerAddresses {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
}

/** The file with the addresses of a developer's servers for this checkout, while they run. */
export function addressFile(): string {
  const key = createHash('sha256').update(CHECKOUT).digest('hex').slice(0, 12);
  return join(tmpdir(), `telemon-test-${userInfo().uid}-${key}`, 'servers.json');
}

/** Users of the servers' NATS, none of whom hears anything of another. */
export const NATS_USERS: readonly string[] = Array.from({ length: 16 }, (_, index) => `spec-${index}`);

/** Stands for one of them in the address of the servers' NATS. */
export const NATS_USER = '{user}';

/** Each of Jest's workers has a user of its own, so that parallel specs don't hear or answer each other. */
const natsOfWorker = (url: string): string => {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 0);
  return url.replace(NATS_USER, NATS_USERS[worker % NATS_USERS.length]!);
};

/** The servers that `npm test` or `node tools/test/servers.ts` started. */
export function servers(): ServerAddresses {
  const { TEST_MONGODB_URL, TEST_KAFKA_BROKERS, TEST_NATS_URL, TEST_REDIS_URL } = process.env;
  if (TEST_MONGODB_URL && TEST_KAFKA_BROKERS && TEST_NATS_URL && TEST_REDIS_URL) {
    return {
      mongoUrl: TEST_MONGODB_URL,
      kafkaBrokers: TEST_KAFKA_BROKERS,
      natsUrl: natsOfWorker(TEST_NATS_URL),
      redisUrl: TEST_REDIS_URL,
    };
  }
  try {
    const { mongoUrl, kafkaBrokers, natsUrl, redisUrl } = JSON.parse(
      readFileSync(addressFile(), 'utf8'),
    ) as ServerAddresses;
    return { mongoUrl, kafkaBrokers, natsUrl: natsOfWorker(natsUrl), redisUrl };
  } catch {
    throw new Error(
      'This spec needs real servers. Run `npm test`, or first start them: node tools/test/servers.ts',
    );
  }
}

/** The variables that every service with a database and Kafka reads. */
export function serviceVariables(mongoUrl: string) {
  const { kafkaBrokers, natsUrl } = servers();
  return { HEALTH_PORT: '1', NATS_URL: natsUrl, MONGODB_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers };
}

/** The address of Redis with keys of its own, so that no other spec counts for the same limits. */
export function redisWithOwnKeys(): string {
  const url = new URL(servers().redisUrl);
  url.searchParams.set('keyPrefix', `spec-${randomUUID()}:`);
  return url.href;
}
