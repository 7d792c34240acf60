import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fact } from '@telemon/contracts/facts';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { randomUUID } from 'node:crypto';
import { Mongo } from '../mongo.ts';
import { idOf } from './fact-message.ts';
import type { VersionRow } from './fact-order.ts';
import { FactVersions } from './fact-versions.ts';

let database: FreshDatabase;
let mongo: Mongo;
beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'fact-versions-spec');
  await mongo.prepare();
});
afterAll(async () => {
  await mongo.close();
  await database.drop();
});

const rows = () => mongo.db.collection<VersionRow>('fact_versions');
/** Assigns versions in one process. */
const newProcess = () => {
  const versions = new FactVersions(rows());
  return (...facts: Fact[]) => mongo.transaction((session) => versions.assign(facts, session));
};
const factOf = (buildingName: string, id: string = randomUUID()): Fact => ({
  kind: 'building',
  key: id,
  version: 0,
  state: { id, buildingName, managerId: 'mona', lat: 45, lng: 4 },
});
const storedOf = (fact: Fact) => rows().findOne({ _id: idOf(fact) });

describe('the versions of facts', () => {
  it('count the facts about each subject, and the newest one is stored', async () => {
    const assign = newProcess();
    const [mill, barn] = [factOf('mill'), factOf('barn')];
    expect(await assign(mill, barn)).toEqual([1, 1]);
    expect(await assign(mill)).toEqual([2]);
    expect(await assign(factOf('old mill', mill.key), barn)).toEqual([3, 2]);
    expect(await storedOf(mill)).toMatchObject({
      version: 3,
      fact: { ...factOf('old mill', mill.key), version: 3 },
    });
    expect(await storedOf(barn)).toMatchObject({ version: 2, fact: { ...barn, version: 2 } });
  });

  it("go on above another process's versions", async () => {
    const [one, other] = [newProcess(), newProcess()];
    const [mill, barn] = [factOf('mill'), factOf('barn')];
    await one(mill, barn);
    await other(mill);
    await other(mill);
    const versions = await one(mill, barn);
    expect(versions).toEqual([(await storedOf(mill))!.version, (await storedOf(barn))!.version]);
    expect(versions[0]).toBeGreaterThan(3);
    expect(versions[1]).toBeGreaterThan(1);
    expect(await other(mill, barn)).toEqual(versions.map((version) => version! + 1));
  });

  it('are not used up by a transaction that fails', async () => {
    const versions = new FactVersions(rows());
    const mill = factOf('mill');
    const assign = () => mongo.transaction((session) => versions.assign([mill], session));
    await assign();
    const failing = mongo.transaction(async (session) => {
      await versions.assign([mill], session);
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    expect(await assign()).toEqual([2]);
  });

  it('are all different if several processes assign them at once', async () => {
    const processes = [newProcess(), newProcess(), newProcess()];
    const mill = factOf('mill');
    const versions = await Promise.all(
      processes.flatMap((assign) => Array.from({ length: 5 }, () => assign(mill))),
    );
    expect(new Set(versions.flat()).size).toBe(15);
    expect(Math.max(...versions.flat().map((version) => version!))).toBe((await storedOf(mill))!.version);
  });
});
