import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { type Model, trusted } from 'mongoose';
import { schemaOf } from './mongo-schema.ts';
import { Mongo } from './mongo.ts';

interface Valve {
  makes: string;
}
interface Tank {
  _id: string;
  litres: number;
  filledAt: Date;
  labels: (string | null)[];
  place: { lat: number; lng: number };
  valve?: Valve | null;
}
const tankSchema = schemaOf<Tank>({
  _id: String,
  litres: Number,
  filledAt: Date,
  labels: [String],
  place: { lat: Number, lng: Number },
  valve: schemaOf<Valve>({ makes: String }),
}).index({ litres: 1, _id: -1 }, { name: 'by_litres' });

const FULL: Tank = {
  _id: 'full',
  litres: 600,
  filledAt: new Date('2026-11-01T10:00:00Z'),
  labels: ['a', null],
  place: { lat: 1.5, lng: 0 },
  valve: null,
};
const EMPTY: Tank = { ...FULL, _id: 'empty', litres: 0 };

let database: FreshDatabase;
let mongo: Mongo;
let tanks: Model<Tank>;

const stored = () => database.db.collection<Tank>('tanks').find().sort({ _id: 1 }).toArray();

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
  tanks = mongo.model('tanks', tankSchema);
});

afterAll(async () => {
  await mongo.close();
  await database.drop();
});

it('a model rejects a query before the database is prepared, instead of waiting', async () => {
  await expect(tanks.findOne().lean().exec()).rejects.toThrow('before initial connection');
});

describe('a collection with a schema', () => {
  beforeAll(() => mongo.prepare());

  beforeEach(async () => {
    await database.db.collection('tanks').deleteMany({});
    await database.db.collection<Tank>('tanks').insertMany([FULL, EMPTY]);
  });

  it('has the indexes of the schema and no others', async () => {
    expect(await database.db.collection('tanks').indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { litres: 1, _id: -1 }, name: 'by_litres' },
    ]);
  });

  it('stores and returns exactly the given fields', async () => {
    const { valve: _, ...plain } = FULL;
    await tanks.insertOne({ ...plain, _id: 'made' });
    await tanks.replaceOne({ _id: 'empty' }, { ...plain, _id: 'empty', valve: { makes: 'KSB' } });
    expect(await stored()).toEqual([
      { ...plain, _id: 'empty', valve: { makes: 'KSB' } },
      FULL,
      { ...plain, _id: 'made' },
    ]);
    expect(await tanks.find().sort({ _id: 1 }).lean().exec()).toEqual(await stored());
  });

  const more = { ...FULL, _id: 'more' };
  const unknown: [string, () => Promise<unknown>][] = [
    ['inserted', () => tanks.insertOne({ ...more, isAdmin: true } as Tank)],
    [
      'inserted within a nested object',
      () => tanks.insertOne({ ...more, place: { ...FULL.place, z: 1 } } as Tank),
    ],
    ['inserted within an inner schema', () => tanks.insertOne({ ...more, valve: { size: 1 } } as never)],
    ['written by a replacement', () => tanks.replaceOne({ _id: 'full' }, { ...FULL, isAdmin: true }).exec()],
    [
      'written by a replacement within an inner schema',
      () =>
        tanks.replaceOne({ _id: 'full' }, { valve: { size: 1 } } as never, { runValidators: true }).exec(),
    ],
    ['set', () => tanks.updateOne({ _id: 'full' }, { $set: { isAdmin: true } }).exec()],
    [
      'set in bulk',
      () =>
        tanks.bulkWrite([{ updateOne: { filter: { _id: 'full' }, update: { $set: { isAdmin: true } } } }]),
    ],
    ['used in a filter', () => tanks.find({ isAdmin: true } as object).exec()],
  ];
  it.each(unknown)('rejects an unknown field that is %s', async (_, work) => {
    await expect(work()).rejects.toThrow(/not in schema|StrictModeError/);
    expect(await stored()).toEqual([EMPTY, FULL]);
  });

  const fromOutside = { $ne: 'nobody' } as unknown as string;
  const withOperator: [string, () => Promise<unknown>][] = [
    ['a read', () => tanks.findOne({ _id: fromOutside }).lean().exec()],
    [
      'a read with several conditions',
      () =>
        tanks
          .find({ $and: [{ _id: fromOutside }] })
          .lean()
          .exec(),
    ],
    ['a change', () => tanks.updateMany({ _id: fromOutside }, { $set: { litres: 1 } }).exec()],
    ['a removal', () => tanks.deleteMany({ $or: [{ _id: fromOutside }] }).exec()],
    ['a JavaScript filter', () => tanks.deleteMany({ $where: 'true' }).exec()],
  ];
  it.each(withOperator)('does not execute an untrusted operator in the filter of %s', async (_, work) => {
    await expect(work()).rejects.toThrow(/Cast to string failed|not allowed/);
    expect(await stored()).toEqual([EMPTY, FULL]);
  });

  it('executes a trusted operator', async () => {
    const some = { _id: trusted({ $in: ['full'] }), $or: [{ litres: trusted({ $gt: 0 }) }] };
    expect(await tanks.find(some).lean().exec()).toEqual([FULL]);
  });
});
