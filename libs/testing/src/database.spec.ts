import { afterAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { freshDatabase } from './database.ts';

describe('a fresh database', () => {
  const begun = Promise.all([freshDatabase(), freshDatabase()]);
  afterAll(async () => void (await Promise.all((await begun).map((database) => database.drop()))));

  it('is empty and not shared', async () => {
    const [one, other] = await begun;
    await one.db.collection('things').insertOne({ name: 'kept' });
    expect(await other.db.collection('things').countDocuments()).toBe(0);
  });

  it('is reached by its address, as a service reaches its own', async () => {
    const [one] = await begun;
    await using client = await MongoClient.connect(one.url);
    await client.db().collection('by-address').insertOne({ name: 'written by address' });
    expect(await one.db.collection('by-address').countDocuments()).toBe(1);
  });
});
