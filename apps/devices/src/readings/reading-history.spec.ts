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

/** With time enough for a busy machine. */
const unhurried = <Result>(work: () => Promise<Result>) => answeringBy(Date.now() + 60_000, work);

/** The first and the last reading in seconds since midnight, and the day's count of readings up to the last. */
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

/** The number of queries that read readings while `work` runs. */
const queriesDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const { db } = service.database;
  await db.setProfilingLevel('all');
  const since = new Date();
  await unhurried(work);
  await db.setProfilingLevel('off');
  const ofReadings = { ns: `${db.databaseName}.readings`, 'command.find': 'readings', ts: { $gte: since } };
  return db.collection('system.profile').countDocuments({ ...ofReadings, nreturned: { $gt: 1 } });
};

describe('the history of a busy device', () => {
  it('is shown to twenty callers at about the same time with only a few queries', async () => {
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
