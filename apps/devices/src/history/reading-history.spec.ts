import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { answeringBy } from '@telemon/platform/deadline';
import { type StoredRow, storeReadings } from '@telemon/testing/stored-readings';
import { GivenDevices } from '../../testing/given-devices.ts';
import type { Range } from '../stored-readings/read-options.ts';
import { SHORT_READ_ROWS } from './bounded-read.ts';
import { HistoryModule } from './history.module.ts';
import { ReadingHistory } from './reading-history.ts';
import { hourOf } from './sealed-hours.repository.ts';
import { Sealing } from './sealing.ts';

const EVERY_MS = 2_000;
const READINGS = 4 * SHORT_READ_ROWS;
/** The day before yesterday, so that all of it is sealed. */
const MIDNIGHT = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS;
const sealed = { key: 7, managerId: 'm1' };
const open = { key: 8, managerId: 'm2' };

let service: GivenDevices;
let history: ReadingHistory;

beforeAll(async () => {
  service = await GivenDevices.prepare(HistoryModule);
  history = service.get(ReadingHistory);
  const readings = service.database.db.collection<StoredRow>('readings');
  const stored = { from: MIDNIGHT, everyMs: EVERY_MS, count: READINGS };
  await storeReadings(readings, { key: sealed.key, ...stored });
  await service.get(Sealing).seal(sealed.key, MIDNIGHT, MIDNIGHT + DAY_MS);
  expect(await readings.countDocuments()).toBe(0);
  await storeReadings(readings, { key: open.key, ...stored });
});

afterAll(() => service.stop());

/** With time enough for a busy machine. */
const unhurried = <Result>(work: () => Promise<Result>) => answeringBy(Date.now() + 60_000, work);

/** Sums up a range: the count, the sum and the extremes of its readings or intervals. */
const look = async (device: typeof sealed, range: Range) => {
  const seen = { count: 0, sum: 0, low: Infinity, high: -Infinity, pieces: 0, isInOrder: true, at: 0 };
  const take = (at: number, count: number, sum: number, low: number, high: number) => {
    seen.count += count;
    seen.sum += sum;
    seen.low = Math.min(seen.low, low);
    seen.high = Math.max(seen.high, high);
    seen.pieces += 1;
    seen.isInOrder &&= at >= seen.at;
    seen.at = at;
  };
  const { ofRange } = await unhurried(() =>
    history.drawWithNewest(device, range, {
      reading: ({ timestamp, current }) => take(timestamp, 1, current[0]!, current[0]!, current[0]!),
      interval: (rollups, place) => {
        const { count, sum, low, high } = rollups.ofChannel(0)[place]!;
        take(rollups.start + place * rollups.intervalMs, count, sum, low, high);
      },
    }),
  );
  return { ...seen, sum: Math.round(seen.sum * 100), newest: ofRange };
};

const second = (s: number) => MIDNIGHT + s * 1_000;

describe('the history of a busy device', () => {
  it.each([
    ['a few hours', { from: second(4_001), to: second(40_003) }],
    ['a whole day', { from: MIDNIGHT, to: MIDNIGHT + DAY_MS - 1 }],
    ['many days', { from: MIDNIGHT - 40 * HOUR_MS, to: Date.now() }],
    ['a few minutes', { from: second(4_001), to: second(4_503) }],
  ])('is the same for %s, sealed or not', async (_, range) => {
    const shown = await look(sealed, range);
    expect(shown).toEqual(await look(open, range));
    const [first, last] = [Math.max(range.from, MIDNIGHT), Math.min(range.to, second((READINGS - 1) * 2))];
    const count = Math.floor((last - MIDNIGHT) / EVERY_MS) - Math.ceil((first - MIDNIGHT) / EVERY_MS) + 1;
    expect(shown).toMatchObject({ count, isInOrder: true });
    expect(shown.pieces).toBeLessThanOrEqual(count > SHORT_READ_ROWS ? 24 * 60 + 1 : count);
  });

  it.each([
    ['of intervals', { from: MIDNIGHT - 40 * HOUR_MS, to: second(40_003) }],
    ['of single readings', { from: second(4_001), to: second(4_503) }],
  ])('is drawn %s with one query to each collection', async (_, range) => {
    const { db } = service.database;
    await db.setProfilingLevel('all');
    const drawing = { reading: () => undefined, interval: () => undefined };
    await unhurried(() => history.draw(sealed, range, drawing));
    await db.setProfilingLevel('off');
    const queries = await db
      .collection('system.profile')
      .find({ 'command.lsid': { $exists: true } })
      .toArray();
    await db.dropCollection('system.profile');
    const collections = ['readings', 'rollups_of_quarters', 'sealed_hours'];
    expect(queries.map(({ ns }) => ns)).toEqual(collections.map((name) => `${db.databaseName}.${name}`));
  });

  it("has pages from both ends, with the day's values up to each row", async () => {
    const range = { from: MIDNIGHT, to: Date.now() };
    for (const offset of [0, 5, 12_345, READINGS - 4]) {
      for (const direction of [1, -1] as const) {
        const page = { offset, limit: 10, direction };
        const ofSealed = await unhurried(() => history.page(sealed, range, page));
        expect(ofSealed.totalCount).toBe(READINGS);
        expect(ofSealed.rows).toHaveLength(Math.min(10, READINGS - offset));
        expect(await unhurried(() => history.page(open, range, page))).toEqual(ofSealed);
        const place = direction === 1 ? offset : READINGS - 1 - offset;
        expect(ofSealed.rows[0]!.timestamp).toBe(MIDNIGHT + place * EVERY_MS);
      }
    }
  });

  it('is shown to twenty callers at once, each with a range of its own', async () => {
    const ranges = Array.from({ length: 20 }, (_, index) => ({
      from: MIDNIGHT + index,
      to: hourOf(Date.now()) - index,
    }));
    const shown = await Promise.all(ranges.map((range) => look(sealed, range)));
    expect(shown.map(({ count }) => count)).toEqual(
      ranges.map((_, index) => (index === 0 ? READINGS : READINGS - 1)),
    );
  });
});
