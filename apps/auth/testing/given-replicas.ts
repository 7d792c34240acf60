import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { type NewUser, type User, NewUser as NewUserShape } from '@telemon/contracts/auth/users';
import type { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { redisWithOwnKeys, servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { AuthModule } from '../src/auth.module.ts';
import { AuthVariables } from '../src/config.ts';
import { LocationsService } from '../src/locations/locations.service.ts';
import { UsersService } from '../src/users/users.service.ts';
import { uniqueEmail } from './given-auth.ts';

export const PASSWORD = 'a long password';

export const anActor = (id: string, role: Actor['role']): Actor => ({
  id,
  role,
  managerId: null,
  mqttAdmin: false,
});

/** Two replicas of auth with a first admin on one database, which start at the same time while it is empty. */
export class GivenReplicas {
  private readonly facts: Fact[] = [];

  private constructor(
    readonly database: FreshDatabase,
    private readonly redisUrl: string,
    readonly replicas: readonly [StartedService, StartedService],
    readonly locationId: string,
  ) {}

  static async start(): Promise<GivenReplicas> {
    const database = await freshDatabase();
    const redisUrl = redisWithOwnKeys();
    const replicas = await Promise.all([startOn(database, redisUrl), startOn(database, redisUrl)]);
    const { id } = await replicas[0].get(LocationsService).create(SYSTEM, 'Lyon');
    const given = new GivenReplicas(database, redisUrl, replicas, id);
    await given.listen();
    return given;
  }

  /** Starts one more replica. */
  startAnother(variables: Record<string, string>): Promise<StartedService> {
    return startOn(this.database, this.redisUrl, variables);
  }

  newUser(changes: Partial<NewUser> = {}): NewUser {
    const request = NewUserShape.parse({
      name: 'Mona Manager',
      email: uniqueEmail(),
      password: PASSWORD,
      contact: '15005550006',
      companyName: 'Cold Stores',
      locationId: this.locationId,
      userRole: 'manager',
    });
    return { ...request, ...changes };
  }

  user(changes?: Partial<NewUser>): Promise<User> {
    return this.replicas[0].get(UsersService).create(SYSTEM, this.newUser(changes));
  }

  /** Waits for a fact on Kafka about a user, or about the removal of that user. */
  factOf(id: string, isGone: boolean): Promise<Fact> {
    return until(() =>
      this.facts.find(({ kind, key, state }) => kind === 'user' && key === id && (state === null) === isGone),
    );
  }

  /** Waits for a version of a fact on Kafka. */
  versionOf(id: string, wanted: number): Promise<Fact> {
    return until(() => this.facts.find(({ key, version }) => key === id && version === wanted));
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    await this.database.drop();
  }

  private async listen(): Promise<void> {
    await this.replicas[1].get(Kafka).consume({
      topic: TOPICS.facts,
      group: `spec-${randomUUID()}`,
      maxWaitTimeInMs: 50,
      handle: async ({ messages }) => {
        for (const { value } of messages) this.facts.push(JSON.parse(value!.toString()) as Fact);
      },
    });
  }
}

const startOn = (
  { url }: FreshDatabase,
  redisUrl: string,
  variables: Record<string, string> = {},
): Promise<StartedService> => {
  const { kafkaBrokers, natsUrl } = servers();
  const config = AuthVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: natsUrl,
    MONGODB_URL: url,
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
    PUBLIC_URL: 'https://telemon.example.com/',
    TOKEN_PRIVATE_KEY: new TokenKeys().privateVariable,
    ADMIN_EMAIL: 'admin@telemon.local',
    ADMIN_PASSWORD: PASSWORD,
    ...variables,
  });
  return startService({ app: 'auth', config, module: AuthModule });
};
