import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Collection } from 'mongodb';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { LatestRepository } from './latest.repository.ts';
import { Latest } from './latest.ts';
import { groupOf } from './states-document.ts';

let database: FreshDatabase;
let mongo: Mongo;
let here: LatestRepository;
let elsewhere: LatestRepository;
let key = 0;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'latest-repository-spec');
  here = new LatestRepository(mongo);
  elsewhere = new LatestRepository(mongo);
  await mongo.prepare();
});
afterAll(async () => {
  await mongo.close();
  await database.drop();
});
beforeEach(() => {
  key += 64;
});

const stateOf = (ofKey: number, changes: Partial<Latest> = {}): Latest =>
  Object.assign(new Latest(ofKey), { partition: 0, offset: 7, messages: 7, lastUpdated: 1_000_000 }, changes);
const offsetOf = async (ofKey: number): Promise<number | undefined> =>
  (await here.stored([ofKey]))[0]?.offset;
/** In the order of their keys. */
const load = async (...keys: number[]) => (await here.stored(keys)).sort((one, other) => one.key - other.key);
const documents = () => database.db.collection('device_state_groups').countDocuments({ group: groupOf(key) });

describe('the stored states of devices', () => {
  it('are one document where the keys are neighbours and the partition is the same', async () => {
    await here.save([stateOf(key), stateOf(key + 1), stateOf(key + 2, { partition: 1 })]);
    await here.save([stateOf(key + 1, { offset: 8 })]);
    expect(await documents()).toBe(2);
    const states = await load(key, key + 1, key + 2, key + 3);
    expect(states.map((state) => [state.key - key, state.partition, state.offset])).toEqual([
      [0, 0, 7],
      [1, 0, 8],
      [2, 1, 7],
    ]);
  });

  it('do not go back to values of a process that had their partition before, although their arrival is the same', async () => {
    const offsetAfter = async (process: LatestRepository, saved: Partial<Latest>) => {
      await process.save([stateOf(key, saved)]);
      return offsetOf(key);
    };
    const { lastUpdated } = stateOf(key);
    expect(await offsetAfter(elsewhere, {})).toBe(7);
    expect(await offsetAfter(here, { offset: 6 })).toBe(7);
    expect(await offsetAfter(here, { offset: 8 })).toBe(8);
    expect(await offsetAfter(elsewhere, { offset: 7 })).toBe(8);
    expect(await offsetAfter(elsewhere, { offset: 1, lastUpdated: lastUpdated + 1 })).toBe(1);
    expect(await offsetAfter(here, { offset: 9 })).toBe(1);
  });

  it('do not go back to values of a suspended process that wakes after another one had its partition', async () => {
    await here.save([stateOf(key, { offset: 3 }), stateOf(key + 1, { offset: 3 })]);
    await elsewhere.save([stateOf(key, { offset: 6 }), stateOf(key + 1, { offset: 5 })]);
    await here.save([stateOf(key, { offset: 4 })]);
    await here.save([stateOf(key + 1, { offset: 4 })]);
    await here.save([stateOf(key + 2)]);
    await here.save([stateOf(key + 1, { offset: 4 })]);
    expect((await load(key, key + 1)).map(({ offset }) => offset)).toEqual([6, 5]);
  });

  it('do not go back to values of a process that was suspended after it had loaded them', async () => {
    await elsewhere.save([stateOf(key, { offset: 3 }), stateOf(key + 1, { offset: 3 })]);
    here.forget();
    await here.load([key, key + 1]);
    await elsewhere.save([stateOf(key + 1, { offset: 5 })]);
    await here.save([stateOf(key, { offset: 4 })]);
    await here.save([stateOf(key + 1, { offset: 4 })]);
    expect((await load(key, key + 1)).map(({ offset }) => offset)).toEqual([4, 5]);
  });

  it('are saved without being read, as long as no other process saves them', async () => {
    await elsewhere.save([stateOf(key), stateOf(key + 1)]);
    here.forget();
    await here.load([key]);
    const found = jest.spyOn(Collection.prototype, 'find');
    for (const offset of [8, 9]) await here.save([stateOf(key, { offset }), stateOf(key + 1, { offset })]);
    expect(found).not.toHaveBeenCalled();
    found.mockRestore();
    expect(await offsetOf(key + 1)).toBe(9);
  });

  it('are kept where another process saved others of the group meanwhile', async () => {
    await here.save([stateOf(key), stateOf(key + 1)]);
    await elsewhere.save([stateOf(key + 1, { offset: 9 }), stateOf(key + 2)]);
    await here.save([stateOf(key, { offset: 8 }), stateOf(key + 1, { offset: 8 })]);
    const states = await load(key, key + 1, key + 2);
    expect(states.map(({ offset }) => offset)).toEqual([8, 9, 7]);
  });

  it('are all kept when two processes save the same groups at once, again and again', async () => {
    const saves = Array.from({ length: 20 }, async (_, offset) => {
      const process = offset % 2 === 0 ? here : elsewhere;
      await process.save([stateOf(key, { offset }), stateOf(key + 1 + offset, { offset })]);
    });
    await Promise.all(saves);
    expect(await offsetOf(key)).toBe(19);
    const others = await load(...Array.from({ length: 20 }, (_, offset) => key + 1 + offset));
    expect(others.map(({ offset }) => offset)).toEqual(Array.from({ length: 20 }, (_, offset) => offset));
  });

  it('come from the partition that a device has now, also where it had another one before', async () => {
    await here.save([stateOf(key, { offset: 500 })]);
    await here.save([stateOf(key, { partition: 1, offset: 2, messages: 8 })]);
    expect(await offsetOf(key)).toBe(2);
    // Late states of the former partition, whose neighbours are saved again.
    await here.save([stateOf(key, { offset: 501, messages: 9 })]);
    await here.save([stateOf(key + 1, { partition: 1 })]);
    expect(await offsetOf(key)).toBe(501);
    expect((await here.arrivals([key])).length).toBe(1);
  });

  it('of a deleted device are removed from each partition, and none of its neighbours', async () => {
    await here.save([stateOf(key), stateOf(key, { partition: 1 }), stateOf(key + 1)]);
    await elsewhere.remove([key]);
    await here.save([stateOf(key + 1, { offset: 8 })]);
    expect(await offsetOf(key)).toBeUndefined();
    expect(await offsetOf(key + 1)).toBe(8);
  });

  it('of a thousand devices are read as they were saved', async () => {
    const keys = Array.from({ length: 1_500 }, (_, number) => 1_000_000 + number);
    await here.save(keys.map((ofKey) => stateOf(ofKey, { partition: ofKey % 3, lastUpdated: ofKey })));
    // Whole groups, half of each, and few of each.
    for (const step of [1, 2, 9]) {
      const wanted = keys.filter((_, place) => place % step === 0).reverse();
      const present = await here.present(wanted);
      expect(new Map(present.map((state) => [state.key, state.lastUpdated]))).toEqual(
        new Map(wanted.map((ofKey) => [ofKey, ofKey])),
      );
    }
  });
});
