import { sessions } from '@telemon/contracts/auth/sessions';
import { RateLimits } from '@telemon/platform/redis/rate-limits';
import { redisWithOwnKeys, servers } from '@telemon/testing/servers';
import { startService } from '@telemon/testing/service';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { GatewayVariables } from '../src/config.ts';
import { type Calls, GatewayModule } from '../src/gateway.module.ts';
import { Gateway } from '../src/gateway.ts';

export interface GivenGateway {
  readonly port: number;
  readonly url: string;
  /** Idempotent. */
  stop(): Promise<void>;
}

interface Wanted extends Partial<Calls> {
  /** The keys of valid tokens; without them no token is valid. */
  keys?: TokenKeys;
  /** Further variables. */
  settings?: Record<string, string>;
}

/** Starts a gateway on a free port, as an installation does, with the given routes. */
export const givenGateway = async ({
  keys = new TokenKeys(),
  settings = {},
  routes = {},
  endedSessions = sessions.ended,
}: Wanted = {}): Promise<GivenGateway> => {
  const config = GatewayVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    REDIS_URL: redisWithOwnKeys(),
    TOKEN_PUBLIC_KEY: keys.publicVariable,
    ...settings,
  });
  const started = await startService({
    app: 'gateway',
    config: { ...config, PORT: 0 },
    module: GatewayModule.for({ routes, endedSessions }),
  });
  await untilCountedInRedis(started.get(RateLimits));
  const { port } = started.get(Gateway);
  let stopped: Promise<void> | undefined;
  return { port, url: `http://127.0.0.1:${port}`, stop: () => (stopped ??= started.stop()) };
};

/** Waits for the connection to Redis: until then the process counts by itself, each limit apart. */
const untilCountedInRedis = (limits: RateLimits): Promise<true> => {
  const once = { name: 'SPEC', most: 1, periodS: 60 };
  const [limit, same] = [limits.define(once), limits.define(once)];
  return until(async () => {
    const key = randomUUID();
    await limit.take(key);
    return (await same.take(key)) > 0;
  });
};
