import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { countByDay } from './0002-count-by-day.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const step = () =>
  countByDay.up({ db: database.db, progress: () => undefined, signal: new AbortController().signal });

it('counts of the present periods are kept, however often the step runs', async () => {
  const counters = database.db.collection<{ _id: string }>('limit_counters');
  const expiresAt = new Date(Date.now() + 86_400_000);
  const former = {
    // Midnights of Paris in winter, New York, Auckland in summer, and UTC.
    'device:pump01:sms:day:2026-11-25T23:00:00.000Z': 3,
    'device:pump01:email:week:2026-11-23T05:00:00.000Z': 4,
    'manager:m1:sms:month:2026-10-31T11:00:00.000Z': 5,
    'host:m1:::1:day:2026-11-26T00:00:00.000Z': 6,
  };
  await counters.insertMany(Object.entries(former).map(([_id, used]) => ({ _id, used, expiresAt })));
  for (let run = 0; run < 2; run++) await step();
  expect(await counters.find({ days: { $exists: true } }, { sort: { _id: 1 } }).toArray()).toEqual([
    { _id: 'device:pump01:email', days: { '2026-11-23': 4 }, expiresAt },
    { _id: 'device:pump01:sms', days: { '2026-11-26': 3 }, expiresAt },
    { _id: 'host:m1:::1', days: { '2026-11-26': 6 }, expiresAt },
    { _id: 'manager:m1:sms', days: { '2026-11-01': 5 }, expiresAt },
  ]);
  expect(await counters.countDocuments({ used: { $exists: true } })).toBe(4);
});
