import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { ImagesRepository } from './images.repository.ts';

let database: FreshDatabase;
let mongo: Mongo;
let images: ImagesRepository;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
  images = new ImagesRepository(mongo);
  await mongo.prepare();
});
afterAll(async () => {
  await mongo.close();
  await database.drop();
});

describe('a repeated image', () => {
  it('counts as stored only if a majority has it', async () => {
    const { db } = database;
    await db.setProfilingLevel('all');
    expect(await images.has('of-this-spec')).toBe(false);
    await db.setProfilingLevel('off');
    const [query] = await db
      .collection('system.profile')
      .find({ ns: `${db.databaseName}.images` })
      .toArray();
    expect(query).toMatchObject({ command: { readConcern: { level: 'majority' } } });
  });
});
