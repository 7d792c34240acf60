import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import type { NewExport } from '@telemon/contracts/reporting/exports';
import { sheetFile } from '@telemon/contracts/streamed-file';
import { logger } from '@telemon/platform/logging';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import type { ExportsService } from './exports.service.ts';
import { OrdersRepository } from './orders.repository.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: ExportsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.exportsService();
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const m1 = aManager('m1');
const READINGS: NewExport = { rows: 'readings', format: 'csv', query: { deviceName: 'pump01' } };

const refuse = (code: string, message = 'Not now') =>
  given.others.refuse(dashboards.exportFile, { code, kind: 'unavailable', message });
const stream = (write: Parameters<GivenReporting['streams']>[2]) =>
  given.streams(dashboards.exportFile, sheetFile('GraphData', 'csv'), write);
/** Tries the order again now, and tells how long it would have waited, ms. */
const again = async () => {
  const { freeAt } = (await given.orders.findOne({}))!;
  const waitMs = freeAt.getTime() - Date.now();
  await given.orders.updateMany({}, { $set: { freeAt: new Date(0) } });
  await given.exportsWorker().pass();
  return waitMs;
};

describe('an attempt at an export', () => {
  it('that reaches no service does not count, and is followed by the next one within 15 s', async () => {
    refuse('Unavailable');
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    for (let attempt = 2; attempt <= 15; attempt++) {
      expect(await again()).toBeLessThanOrEqual(15_000);
      expect(await service.get(m1, id)).toMatchObject({ state: 'waiting', reason: 'Not now' });
    }
    stream((file) => file.write(Buffer.from('row')));
    await again();
    expect(await service.get(m1, id)).toMatchObject({ state: 'done', bytes: 3 });
  });

  const breakOffAfter = (bytes: number) =>
    stream(async (file) => {
      await file.write(Buffer.alloc(bytes));
      throw new Error('cut off');
    });
  it.each<[string, () => void]>([
    ['that got some rows counts', () => breakOffAfter(2_000_000)],
    ['whose file breaks off at its begin counts', () => breakOffAfter(1)],
    ['that a busy service refuses counts', () => refuse('Busy')],
  ])('%s: the order fails after ten', async (_which, prepare) => {
    prepare();
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    for (let attempt = 2; attempt <= 10; attempt++) {
      await again();
      expect((await service.get(m1, id)).state).toBe('waiting');
    }
    await again();
    expect((await service.get(m1, id)).state).toBe('failed');
    expect(await given.files.countDocuments()).toBe(0);
  });

  it('that kills its process counts', async () => {
    const { id } = await service.order(m1, READINGS);
    const orders = given.service.get(OrdersRepository);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await orders.claim('machine:1', 60_000);
      await orders.freeFrom('machine:1');
    }
    await given.exportsWorker().pass();
    expect((await service.get(m1, id)).state).toBe('failed');
  });

  it('leaves nothing that it stored once the next one has begun', async () => {
    const stored: unknown[][] = [];
    stream(async (file) => {
      stored.push(await given.files.distinct('_id.claim'));
      await file.write(Buffer.alloc(2_000_000));
      throw new Error('cut off');
    });
    await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    expect(await given.files.distinct('_id.claim')).toEqual([1]);
    await again();
    expect(stored).toEqual([[], []]);
  });
});
