import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

/** Where the real servers are that specs use, with logins that may do everything. */
interface ServerAddresses {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
}

/** Where servers that a developer started for this checkout are written down while they run. */
export function addressFile(): string {
  const key = createHash('sha256').update(CHECKOUT).digest('hex').slice(0, 12);
  return join(tmpdir(), `telemon-test-${userInfo().uid}-${key}`, 'servers.json');
}

/** The servers that `npm test` brought, or those of `node tools/test/servers.ts`. */
export function servers(): ServerAddresses {
  const { TEST_MONGODB_URL, TEST_KAFKA_BROKERS, TEST_NATS_URL, TEST_REDIS_URL } = process.env;
  if (TEST_MONGODB_URL && TEST_KAFKA_BROKERS && TEST_NATS_URL && TEST_REDIS_URL) {
    return {
      mongoUrl: TEST_MONGODB_URL,
      kafkaBrokers: TEST_KAFKA_BROKERS,
      natsUrl: TEST_NATS_URL,
      redisUrl: TEST_REDIS_URL,
    };
  }
  try {
    const { mongoUrl, kafkaBrokers, natsUrl, redisUrl } = JSON.parse(
      readFileSync(addressFile(), 'utf8'),
    ) as ServerAddresses;
    return { mongoUrl, kafkaBrokers, natsUrl, redisUrl };
  } catch {
    throw new Error(
      'This spec needs real servers. Run `npm test`, or first start them: node tools/test/servers.ts',
    );
  }
}
