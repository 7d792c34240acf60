import { sessions } from '@telemon/contracts/auth/sessions';
import { servers } from '@telemon/testing/servers';
import { startService } from '@telemon/testing/service';
import { TokenKeys } from '@telemon/testing/tokens';
import { GatewayVariables } from '../src/config.ts';
import { type Calls, GatewayModule } from '../src/gateway.module.ts';
import { Gateway } from '../src/gateway.ts';

export interface GivenGateway {
  readonly port: number;
  readonly url: string;
  /** A second time does no harm. */
  stop(): Promise<void>;
}

interface Wanted extends Partial<Calls> {
  /** Those of whoever signs in; without them nobody can. */
  keys?: TokenKeys;
  /** Variables that are set besides. */
  settings?: Record<string, string>;
}

/** A gateway on a port of its own, as an installation starts it; it knows the routes that are given. */
export const givenGateway = async ({
  keys = new TokenKeys(),
  settings = {},
  routes = {},
  endedSessions = sessions.ended,
}: Wanted = {}): Promise<GivenGateway> => {
  const config = GatewayVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    TOKEN_PUBLIC_KEY: keys.publicVariable,
    ...settings,
  });
  const started = await startService({
    app: 'gateway',
    config: { ...config, PORT: 0 },
    module: GatewayModule.for({ routes, endedSessions }),
  });
  const { port } = started.get(Gateway);
  let stopped: Promise<void> | undefined;
  return { port, url: `http://127.0.0.1:${port}`, stop: () => (stopped ??= started.stop()) };
};
