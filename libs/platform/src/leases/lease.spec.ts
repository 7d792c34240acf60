import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { once } from 'node:events';
import { Lease, type LeaseDocument, LeaseLost } from './lease.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => void (await database.db.collection('leases').deleteMany({})));
afterAll(() => database.drop());

describe('a lease', () => {
  const leases = () => database.db.collection<LeaseDocument>('leases');

  it('has one holder at a time, and the next one when it is released', async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const holding = new Lease(leases(), 'work').hold(async () => {
      order.push('first begins');
      await first.promise;
      order.push('first ends');
    });
    await until(() => order.length === 1);
    const next = new Lease(leases(), 'work').hold(async () => void order.push('next'));
    first.resolve();
    await Promise.all([holding, next]);
    expect(order).toEqual(['first begins', 'first ends', 'next']);
  });

  it('ends by itself after its holder was killed', async () => {
    const ends = new Date(Date.now() + 700);
    await leases().insertOne({ _id: 'work', holder: 'killed', until: ends });
    let heldAt = 0;
    await new Lease(leases(), 'work').hold(async () => void (heldAt = Date.now()));
    expect(heldAt).toBeGreaterThanOrEqual(ends.getTime());
  });

  it('stops the work when another holder has taken it', async () => {
    const lost = new Lease(leases(), 'work').hold(async (signal) => {
      await leases().updateOne({ _id: 'work' }, { $set: { holder: 'another', until: new Date(2 ** 42) } });
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    await expect(lost).rejects.toThrow('the lease work was lost');
  });

  it('stops the work while it still lasts when it cannot be renewed', async () => {
    const unreachable = leases();
    const take = unreachable.findOneAndUpdate.bind(unreachable);
    let attempts = 0;
    const findOneAndUpdate = (...args: Parameters<typeof take>) =>
      attempts++ === 0 ? take(...args) : Promise.reject(new Error('no answer'));
    const unrenewed = new Lease(Object.assign(unreachable, { findOneAndUpdate }), 'work', 1_500);
    let endsAt = 0;
    let stoppedAt = 0;
    const holding = unrenewed.hold(async (signal) => {
      endsAt = (await leases().findOne({ _id: 'work' }))!.until.getTime();
      await once(signal, 'abort');
      stoppedAt = Date.now();
      throw signal.reason;
    });
    await expect(holding).rejects.toThrow(LeaseLost);
    expect(attempts).toBeGreaterThan(2);
    expect(stoppedAt).toBeLessThan(endsAt);
  });

  it('is known to be over at once in a process that stood still for longer than it lasts', async () => {
    const lease = new Lease(leases(), 'work', 1_000);
    await lease.hold(async (signal) => {
      expect(lease.isHeld).toBe(true);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
      // No timer has run yet.
      expect(signal.aborted).toBe(false);
      expect(() => lease.ensureHeld()).toThrow(LeaseLost);
      await once(signal, 'abort');
      expect(signal.reason).toBeInstanceOf(LeaseLost);
    });
    expect(lease.isHeld).toBe(false);
  });
});
