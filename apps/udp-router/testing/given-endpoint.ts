import type { Type } from '@nestjs/common';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { randomBytes } from 'node:crypto';
import { UdpRouterVariables } from '../src/config.ts';
import { UdpEndpointModule } from '../src/endpoint/udp-endpoint.module.ts';

/** An endpoint on a free port, with a database of its own, or the whole service with it. */
export const givenEndpoint = async (
  changes: Record<string, string> = {},
  module: Type = UdpEndpointModule,
): Promise<{ database: FreshDatabase; service: StartedService }> => {
  const database = await freshDatabase();
  const variables = UdpRouterVariables.parse({
    ...serviceVariables(database.url),
    KAFKA_PARTITIONS: '1',
    UDP_HOST: '127.0.0.1',
    CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    UDP_KEY_SECRET: randomBytes(32).toString('base64'),
    ...changes,
  });
  const config = { ...variables, UDP_PORT: 0 };
  return {
    database,
    service: await startService({ app: 'udp-router', config, module }),
  };
};
