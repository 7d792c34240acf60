import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { type Migration, Migrations, NewerSchema } from './migrations.ts';
import { logger } from '../logging.ts';
import { Mongo } from '../mongo.ts';

logger.level = 'silent';

let database: FreshDatabase;
let mongos: Mongo[];
let ran: string[];

const step = (name: string, up: Migration['up'] = async () => undefined): Migration => ({
  name,
  up: async (given) => {
    ran.push(name);
    await up(given);
  },
});
const FIRST = () => step('0001-first');
const SECOND = () => step('0002-second');

/** The migrations of one replica. */
const replica = (...known: Migration[]) => {
  const mongo = new Mongo(database.url, 'migrations-spec');
  mongos.push(mongo);
  return new Migrations(mongo, known);
};

beforeEach(async () => {
  database = await freshDatabase();
  mongos = [];
  ran = [];
  // A database that an earlier version has used.
  await database.db.collection('things').insertOne({});
});
afterEach(async () => {
  for (const mongo of mongos) await mongo.close();
  await database.drop();
});

describe('migrations', () => {
  it('run in order and once each, however often and in however many replicas the service starts', async () => {
    await Promise.all(Array.from({ length: 3 }, () => replica(FIRST(), SECOND()).run()));
    await replica(FIRST(), SECOND()).run();
    expect(ran).toEqual(['0001-first', '0002-second']);
  });

  it('of a new version run without the earlier ones', async () => {
    await replica(FIRST()).run();
    await replica(FIRST(), SECOND()).run();
    expect(ran).toEqual(['0001-first', '0002-second']);
  });

  it('do not run on a new database, which has the newest schema', async () => {
    await database.db.dropCollection('things');
    await replica(FIRST(), SECOND()).run();
    await database.db.collection('things').insertOne({});
    await replica(FIRST(), SECOND()).run();
    expect(ran).toEqual([]);
  });

  it('run again from their beginning if they were interrupted, and later ones after them', async () => {
    const cut = step('0001-first', () => Promise.reject(new Error('cut off')));
    await expect(replica(cut, SECOND()).run()).rejects.toThrow('cut off');
    await replica(FIRST(), SECOND()).run();
    expect(ran).toEqual(['0001-first', '0001-first', '0002-second']);
  });

  it('report their progress', async () => {
    const goOn = Promise.withResolvers<void>();
    const migrations = replica(
      step('0001-first', async ({ progress }) => {
        progress(3, 10);
        await goOn.promise;
      }),
    );
    const running = migrations.run();
    await until(() => migrations.states.length === 1);
    expect(migrations.states).toEqual([{ name: '0001-first', state: 'running', done: 3, total: 10 }]);
    goOn.resolve();
    await running;
    expect(migrations.states).toMatchObject([{ state: 'done' }]);
  });

  it('of a newer version make an older version refuse to run', async () => {
    await replica(FIRST(), SECOND()).run();
    const older = replica(FIRST()).run();
    await expect(older).rejects.toThrow(NewerSchema);
    await expect(older).rejects.toThrow(/A newer Telemon has written the database .*0002-second/);
  });
});
