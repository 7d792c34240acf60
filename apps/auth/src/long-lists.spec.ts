import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { LocationsRepository } from './locations/locations.repository.ts';
import { UsersRepository } from './users/users.repository.ts';

const page = { limit: 10, offset: 0 };
const CONNECTIONS_OF_SIGN_INS = 20;

let database: FreshDatabase;
let mongo: Mongo;
let users: UsersRepository;
let locations: LocationsRepository;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
  users = new UsersRepository(mongo);
  locations = new LocationsRepository(mongo);
  await mongo.prepare();
});
afterAll(async () => {
  await mongo.close();
  await database.drop();
});

describe('lists of users and locations', () => {
  it('use other connections than sign-ins', async () => {
    const rows = mongo.db.collection('rows');
    await rows.insertOne({});
    let isOver = false;
    const held = Array.from({ length: CONNECTIONS_OF_SIGN_INS }, () =>
      rows.findOne({ $where: 'sleep(20000) || true' }),
    );
    // These queries end with their connections.
    void Promise.allSettled(held).then(() => (isOver = true));
    await Promise.all([users.page(SYSTEM, page), users.managers(), locations.page(page), locations.all()]);
    expect(isOver).toBe(false);
  });
});
