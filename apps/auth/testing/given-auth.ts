import { jest } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import type { Letter } from '@telemon/contracts/alerting/letters';
import { TOKEN } from '@telemon/contracts/auth/token';
import { type NewUser, NewUser as NewUserShape, type User } from '@telemon/contracts/auth/users';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { redisWithOwnKeys, servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { type JWTPayload, jwtVerify } from 'jose';
import { createPublicKey, randomBytes } from 'node:crypto';
import { AuthModule } from '../src/auth.module.ts';
import { AuthVariables } from '../src/config.ts';
import { LetterOutbox } from '../src/letters/letter-outbox.ts';
import { LocationsService } from '../src/locations/locations.service.ts';
import type { Origin } from '../src/tokens/sessions.ts';
import { UsersService } from '../src/users/users.service.ts';

export const PASSWORD = 'correct horse battery';
export const uniqueEmail = (): string => `mona-${randomBytes(4).toString('hex')}@example.com`;
/** A number that no other test uses. */
export const uniqueContact = (): string =>
  `+1500555${String(randomBytes(3).readUIntBE(0, 3)).padStart(8, '0')}`;

/** Where a sign-in comes from. */
export const origin = (address: string): Origin => ({ address, userAgent: 'spec' });

/** An auth process on its own database, with one location. Its letters stay in the outbox. */
export class GivenAuth {
  private constructor(
    private readonly service: StartedService,
    /** The keys that sign its access tokens. */
    readonly keys: TokenKeys,
    readonly database: FreshDatabase,
    readonly locationId: string,
    private readonly proxy: TcpProxy,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<GivenAuth> {
    const database = await freshDatabase();
    const { proxy, url } = await proxyBeforeDatabase(database);
    const keys = new TokenKeys();
    const config = AuthVariables.parse({
      HEALTH_PORT: '1',
      NATS_URL: servers().natsUrl,
      MONGODB_URL: url,
      KAFKA_BROKERS: servers().kafkaBrokers,
      REDIS_URL: redisWithOwnKeys(),
      TIMEZONE: 'UTC',
      PUBLIC_URL: 'https://telemon.example.com/',
      TOKEN_PRIVATE_KEY: keys.privateVariable,
      ...variables,
    });
    const service = await startService({ app: 'auth', config, module: AuthModule });
    // Otherwise an alerting process of another spec would accept the letters.
    jest.spyOn(service.get(LetterOutbox), 'nudge').mockReturnValue();
    const { id } = await service.get(LocationsService).create(SYSTEM, 'Lyon');
    return new GivenAuth(service, keys, database, id, proxy);
  }

  get<Type>(type: new (...args: never[]) => Type): Type {
    return this.service.get(type as never);
  }

  user(changes: Partial<NewUser> = {}): Promise<User> {
    const request = NewUserShape.parse({
      name: 'Mona Manager',
      email: uniqueEmail(),
      password: PASSWORD,
      contact: uniqueContact(),
      companyName: 'Cold Stores',
      locationId: this.locationId,
      userRole: 'manager',
    });
    return this.get(UsersService).create(SYSTEM, { ...request, ...changes });
  }

  /** The verified claims of an access token. */
  async claimsOf(token: string): Promise<JWTPayload> {
    const key = createPublicKey(this.keys.publicPem);
    return (await jwtVerify(token, key, { issuer: TOKEN.issuer, audience: TOKEN.audience })).payload;
  }

  /** The letters to an address that are posted, newest first. */
  async lettersTo(email: string): Promise<Letter[]> {
    const rows = this.database.db.collection<{ letter: Letter }>('letter_outbox');
    const posted = { 'letter.email': email, isDecoy: { $ne: true } };
    const found = await rows.find(posted, { sort: { _id: -1 } }).toArray();
    return found.map(({ letter }) => letter);
  }

  /** The code in the newest letter to an address. */
  async codeTo(email: string): Promise<string> {
    const [letter] = await this.lettersTo(email);
    const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0];
    if (code === undefined) throw new Error('no code was sent');
    return code;
  }

  /** Does `work`, cuts the connection to MongoDB at a command on a collection, and restores it afterwards. */
  async whileMongoLeavesAt<Result>(
    command: 'find' | 'insert',
    collection: string,
    work: () => Promise<Result>,
  ): Promise<PromiseSettledResult<Result>> {
    const length = Buffer.alloc(4);
    length.writeInt32LE(collection.length + 1);
    const sent = Buffer.concat([Buffer.from(`${command}\0`), length, Buffer.from(`${collection}\0`)]);
    this.proxy.beforePassing = (bytes, from) => {
      if (from === 'client' && bytes.includes(sent)) this.proxy.cut();
    };
    const [outcome] = await Promise.allSettled([work()]);
    this.proxy.beforePassing = undefined;
    this.proxy.heal();
    await until(async () => {
      await this.get(Mongo).ping();
      return true;
    });
    return outcome;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.proxy.close();
    await this.database.drop();
  }
}
