import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { Lifecycle } from '../lifecycle.ts';
import { Lease, type LeaseDocument } from './lease.ts';
import { runLeasedPasses } from './leased-passes.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('passes of one replica', () => {
  it('go on soon after the lease of a killed one has ended, however rare they are', async () => {
    const leases = database.db.collection<LeaseDocument>('leases');
    const ends = Date.now() + 700;
    await leases.insertOne({ _id: 'work', holder: 'killed', until: new Date(ends) });
    const lifecycle = new Lifecycle();
    const passedAt: number[] = [];
    runLeasedPasses(new Lease(leases, 'work', 200), lifecycle, {
      everyMs: HOUR_MS,
      pass: async () => void passedAt.push(Date.now()),
      failed: 'failed',
    });
    await lifecycle.start();
    await until(() => passedAt.length > 0);
    expect(passedAt[0]).toBeGreaterThanOrEqual(ends);
    await lifecycle.stop();
  });
});
