import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { MongoNetworkError } from 'mongodb';
import { randomInt } from 'node:crypto';
import { COUNTERS_WINDOW, CountersRepository } from './counters.repository.ts';
import { type CounterOutcome, Counters } from './counters.ts';

let database: FreshDatabase;
let mongo: Mongo;
let copies: FactCopies;
let keyId: string;
let deviceName: string;

/** The counters of a process of their own. */
const replica = () => {
  const counters = new Counters(new CountersRepository(mongo), mongo, copies, new Lifecycle());
  const use = (counter: number) =>
    new Promise<CounterOutcome>((settle) => {
      counters.use({ keyId, deviceName }, { counter, receivedAt: Date.now(), settle });
    });
  const useAll = (...all: number[]) => Promise.all(all.map(use));
  return { counters, use, useAll };
};

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'counters-spec');
});
beforeEach(() => {
  [keyId, deviceName] = [uniqueName('key'), uniqueName('udp')];
  copies = new FactCopies(mongo, undefined as never, 'counters-spec', new Lifecycle());
});
afterAll(async () => {
  await mongo.close();
  await database.drop();
});

describe('a counter of a key', () => {
  it('is taken once, in any order within the window', async () => {
    const { use, useAll } = replica();
    expect(await use(100)).toBe('new');
    expect(await useAll(102, 101, 102, 99, 100)).toEqual(['new', 'new', 'used', 'new', 'used']);
    expect(await use(102 - COUNTERS_WINDOW + 1)).toBe('new');
    expect(await use(102 - COUNTERS_WINDOW)).toBe('used');
    expect(await use(Number.MAX_SAFE_INTEGER)).toBe('new');
    expect(await use(103)).toBe('used');
  });

  it('is taken once by all replicas together, and after a restart', async () => {
    const replicas = [replica(), replica(), replica()];
    const sent = Array.from({ length: 200 }, (_, counter) => counter);
    const taken = new Map<number, number>();
    for (let from = 0; from < sent.length; from += 20) {
      const some = sent.slice(from, from + 20);
      const outcomes = await Promise.all(
        replicas.map(({ use }) =>
          Promise.all(
            some
              .toSorted(() => randomInt(3) - 1)
              .map(async (counter) => [counter, await use(counter)] as const),
          ),
        ),
      );
      for (const [counter, outcome] of outcomes.flat())
        if (outcome === 'new') taken.set(counter, (taken.get(counter) ?? 0) + 1);
    }
    expect([...taken.keys()].toSorted((a, b) => a - b)).toEqual(sent);
    expect([...taken.values()].every((times) => times === 1)).toBe(true);
    const restarted = replica();
    expect(await restarted.useAll(...sent.slice(-COUNTERS_WINDOW))).toEqual(
      Array.from({ length: COUNTERS_WINDOW }, () => 'used'),
    );
    expect(await restarted.use(200)).toBe('new');
  });

  it('that was used is known to be so without a look into the database, one of another key is not', async () => {
    const { counters, useAll } = replica();
    await useAll(5, 100);
    expect([5, 100, 36, 1].map((counter) => counters.isUsed(keyId, counter))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([37, 99, 101].map((counter) => counters.isUsed(keyId, counter))).toEqual([false, false, false]);
    expect(counters.isUsed(uniqueName('key'), 100)).toBe(false);
  });

  it('waits while it is being stored, and its arrival with it', async () => {
    const { counters, use } = replica();
    expect(counters.waitingSince).toBeUndefined();
    const before = Date.now();
    const used = use(1);
    expect(counters.waitingSince).toBeGreaterThanOrEqual(before);
    expect(await counters.flush(10_000)).toBe(0);
    expect(await used).toBe('new');
    expect(counters.waitingSince).toBeUndefined();
  });

  it('whose write is repeated, because its answer was lost, is answered in the same way', async () => {
    const repository = new CountersRepository(mongo);
    const key = { keyId, deviceName };
    const first = await repository.add(key, [1, 2], 'write-1');
    expect(await repository.add(key, [1, 2], 'write-1')).toEqual(first);
    expect(first.added.toSorted()).toEqual([1, 2]);
    expect((await repository.add(key, [1, 2, 3], 'write-2')).added).toEqual([3]);
  });
});

describe('while the database is away', () => {
  it('counters wait, and are settled in their order when it is back; one that it refuses has failed', async () => {
    const repository = new CountersRepository(mongo);
    const add = jest.spyOn(repository, 'add');
    for (let time = 0; time < 2; time++) add.mockRejectedValueOnce(new MongoNetworkError('away'));
    const counters = new Counters(repository, mongo, copies, new Lifecycle());
    const settled: string[] = [];
    const use = (counter: number) =>
      counters.use(
        { keyId, deviceName },
        { counter, receivedAt: 1, settle: (outcome) => settled.push(`${counter} ${outcome}`) },
      );
    for (const counter of [3, 1, 3]) use(counter);
    await until(() => add.mock.calls.length === 2);
    expect({ settled, since: counters.waitingSince }).toEqual({ settled: [], since: 1 });
    await until(() => settled.length === 3);
    expect(settled).toEqual(['3 new', '1 new', '3 used']);
    add.mockRejectedValueOnce(new Error('refused'));
    use(4);
    await until(() => settled.length === 4);
    expect(settled.at(-1)).toBe('4 failed');
  });
});

describe('the counters of a key', () => {
  it('go a day after their last use, unless a device has the key', async () => {
    const rows = mongo.collection<{ _id: string; at: Date }>('udp_counters');
    const kept = aDevice({ deviceName, udp: { keyId, source: null } });
    await copies.of('device').apply([{ kind: 'device', key: deviceName, version: 1, state: kept }]);
    const { counters, use } = replica();
    await use(1);
    const [heldId, formerId, newId] = [keyId, uniqueName('key'), uniqueName('key')];
    for (keyId of [formerId, newId]) await use(1);
    await rows.updateMany(
      { _id: { $in: [heldId, formerId] } },
      { $set: { at: new Date(Date.now() - 25 * 3_600_000) } },
    );
    await counters.sweep();
    const left = await rows.find({ _id: { $in: [heldId, formerId, newId] } }).toArray();
    expect(left.map(({ _id }) => _id).toSorted()).toEqual([heldId, newId].toSorted());
  });
});
