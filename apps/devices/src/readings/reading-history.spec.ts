import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answeringBy } from '@telemon/platform/deadline';
import { type StoredRow, storeReadings } from '@telemon/testing/stored-readings';
import { GivenDevices } from '../../testing/given-devices.ts';
import { SHORT_READ_ROWS } from './bounded-read.ts';
import { ReadingHistory } from './reading-history.ts';
import { ReadingsModule } from './readings.module.ts';

const MIDNIGHT = Date.parse('2026-11-10T00:00:00Z');
const READINGS = SHORT_READ_ROWS + 5_000;
const busyDevice = { key: 7, managerId: 'm1' };

let service: GivenDevices;
let history: ReadingHistory;

beforeAll(async () => {
  service = await GivenDevices.prepare(ReadingsModule);
  history = service.get(ReadingHistory);
  const readings = service.database.db.collection<StoredRow>('readings');
  await storeReadings(readings, { key: busyDevice.key, from: MIDNIGHT, everyMs: 1_000, count: READINGS });
});

afterAll(() => service.stop());

/** However busy the machine is. */
const unhurried = <Result>(work: () => Promise<Result>) => answeringBy(Date.now() + 60_000, work);

/** The readings' seconds since midnight, the first and the last; and what the day came to up to the last. */
const look = async (fromS: number, toS: number) => {
  const seen: number[] = [];
  let averaged = 0;
  const range = { from: MIDNIGHT + fromS * 1_000, to: MIDNIGHT + toS * 1_000 };
  await history.visit(busyDevice, range, ({ timestamp }, totals) => {
    seen.push((timestamp - MIDNIGHT) / 1_000);
    averaged = totals.count[0]!;
  });
  return { first: seen[0], last: seen.at(-1), count: seen.length, averaged };
};

/** How often readings were begun to be read while something went on. */
const queriesDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const { db } = service.database;
  await db.setProfilingLevel('all');
  const since = new Date();
  await unhurried(work);
  await db.setProfilingLevel('off');
  const ofReadings = { ns: `${db.databaseName}.readings`, 'command.find': 'readings', ts: { $gte: since } };
  return db.collection('system.profile').countDocuments({ ...ofReadings, nreturned: { $gt: 1 } });
};

describe('the past of a busy device', () => {
  it('is shown to each of twenty who ask a moment after one another, and read only a few times for all of them', async () => {
    let shown: Awaited<ReturnType<typeof look>>[] = [];
    const queries = await queriesDuring(async () => {
      const asked = Array.from({ length: 20 }, (_, index) => look(index, READINGS - 100 + index));
      shown = await Promise.all(asked);
    });
    expect(shown).toEqual(
      shown.map((_, index) => ({
        first: index,
        last: READINGS - 100 + index,
        count: READINGS - 99,
        averaged: READINGS - 99 + index,
      })),
    );
    expect(queries).toBeLessThanOrEqual(5);
  });
});
