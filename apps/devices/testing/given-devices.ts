import { expect } from '@jest/globals';
import type { DynamicModule, Type } from '@nestjs/common';
import type { UserState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { createSecretKey, randomBytes } from 'node:crypto';
import type { DevicesVariables } from '../src/config.ts';

/** The failure of a refused call, with the fields at fault if there are any. */
export const refusal = (kind: string, ...fields: string[]) => ({
  failure: {
    kind,
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])),
    }),
  },
});

/** The variables of a devices process on a database. */
export const devicesVariables = (
  { url }: Pick<FreshDatabase, 'url'>,
  changes: Partial<DevicesVariables> = {},
): DevicesVariables => ({
  HEALTH_PORT: 1,
  HEALTH_HOST: '127.0.0.1',
  NATS_URL: servers().natsUrl,
  LOG_LEVEL: 'info',
  TIMEZONE: 'UTC',
  MONGODB_URL: url,
  KAFKA_BROKERS: servers().kafkaBrokers.split(','),
  KAFKA_PARTITIONS: 1,
  OPENWEATHER_URL: 'http://127.0.0.1:9',
  UDP_KEY_SECRET: createSecretKey(randomBytes(32)),
  ...changes,
});

/** A devices process, or some of its features, on a database of its own. It is idle until `start`. */
export class GivenDevices {
  private constructor(
    private readonly service: StartedService & { start(): Promise<void> },
    readonly database: FreshDatabase,
  ) {}

  static async prepare(
    module: Type | DynamicModule,
    changes: Partial<DevicesVariables> = {},
  ): Promise<GivenDevices> {
    const database = await freshDatabase();
    const config = devicesVariables(database, changes);
    return new GivenDevices(await prepareService({ app: 'devices', config, module }), database);
  }

  start(): Promise<void> {
    return this.service.start();
  }

  get<Provider>(type: Type<Provider>): Provider {
    return this.service.get(type);
  }

  /** Gives the service the facts about users that auth would publish. */
  async know(...users: UserState[]): Promise<void> {
    await this.get(FactCopies)
      .of('user')
      .apply(users.map((state) => ({ kind: 'user', key: state.id, version: 1, state })));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop();
  }
}
