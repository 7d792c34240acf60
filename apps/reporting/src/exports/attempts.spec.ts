import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import type { NewExport } from '@telemon/contracts/reporting/exports';
import { logger } from '@telemon/platform/logging';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import { aDevice } from '../../testing/exported-devices.ts';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import type { ExportsService } from './exports.service.ts';
import { OrdersRepository } from './orders.repository.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: ExportsService;
let orders: OrdersRepository;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.exportsService();
  orders = given.service.get(OrdersRepository);
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const m1 = aManager('m1');
const HOLDER = 'machine:1';
const DEVICES: NewExport = { rows: 'device', format: 'xlsx', query: {} };
const READINGS: NewExport = { rows: 'readings', format: 'csv', query: { deviceName: 'pump01' } };

const refuse = (code: string, message = 'Not now') =>
  given.others.refuse(dashboards.exportFile, { code, kind: 'unavailable', message });
/** Tries the order again now. @returns how long it would have waited, ms */
const again = async () => {
  const { freeAt } = (await given.orders.findOne({}))!;
  const waitMs = freeAt.getTime() - Date.now();
  await given.freeAll();
  await given.exportsWorker().pass();
  return waitMs;
};
const stateOf = async (id: string) => (await service.get(m1, id)).state;

describe('an attempt at an export', () => {
  it('that reaches no service does not count, and is followed by the next one within 15 s', async () => {
    refuse('Unavailable');
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    for (let attempt = 2; attempt <= 15; attempt++) {
      expect(await again()).toBeLessThanOrEqual(15_000);
      expect(await service.get(m1, id)).toMatchObject({ state: 'waiting', reason: 'Not now' });
    }
    given.streamReadings((file) => file.write(Buffer.from('row')));
    await again();
    expect(await service.get(m1, id)).toMatchObject({ state: 'done', bytes: 3 });
  });

  const breakOffAfter = (bytes: number) =>
    given.streamReadings(async (file) => {
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
      expect(await stateOf(id)).toBe('waiting');
    }
    await again();
    expect(await stateOf(id)).toBe('failed');
    expect(await given.files.countDocuments()).toBe(0);
  });

  it('that kills its process counts', async () => {
    const { id } = await service.order(m1, READINGS);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await orders.claim(HOLDER, 60_000);
      await orders.freeFrom(HOLDER);
    }
    await given.exportsWorker().pass();
    expect(await stateOf(id)).toBe('failed');
  });

  it('leaves nothing that it stored once the next one has begun', async () => {
    const stored: unknown[][] = [];
    given.streamReadings(async (file) => {
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

describe('an export that is cut off', () => {
  it('by the end of its process is written as soon as that process is back', async () => {
    given.answerDevices(aDevice('pump01'));
    const { id } = await service.order(m1, DEVICES);
    await orders.claim(HOLDER, 60_000);
    await given.exportsWorker().pass();
    expect(await stateOf(id)).toBe('waiting');
    await orders.freeFrom(HOLDER);
    await given.exportsWorker().pass();
    expect(await stateOf(id)).toBe('done');
  });

  it('by a stall of its process leaves the outcome to the process that has claimed it since', async () => {
    given.answerDevices(aDevice('pump01'));
    const { id } = await service.order(m1, DEVICES);
    const stale = (await orders.claim(HOLDER, 60_000))!;
    await given.freeAll();
    await given.exportsWorker().pass();
    const { bytes } = await service.get(m1, id);
    given.answerDevices(...Array.from({ length: 50 }, (_, place) => aDevice(`pump${place}`)));
    await given.exportsWorker().write(stale);
    expect(await service.get(m1, id)).toMatchObject({ state: 'done', bytes });
    const received = await receivedFile((inbox) => service.file(m1, { id, format: 'xlsx' }, inbox));
    expect(await rowsOfWorkbook(received.bytes)).toHaveLength(2);
    expect(await given.files.distinct('_id.claim')).toEqual([2]);
  });

  it('by its service waits, and begins anew', async () => {
    let isCutOff = true;
    given.streamReadings(async (file) => {
      await file.write(Buffer.from('whole'));
      if (isCutOff) throw new Error('cut off');
    });
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    expect(await service.get(m1, id)).toMatchObject({ state: 'waiting', fileName: null });
    isCutOff = false;
    await given.freeAll();
    await given.exportsWorker().pass();
    expect(await service.get(m1, id)).toMatchObject({ state: 'done', bytes: 5 });
    expect(await given.files.countDocuments({ '_id.run': id })).toBe(1);
  });

  it('by its user is gone with all of its file', async () => {
    let id = '';
    given.streamReadings(async (file) => {
      await file.write(Buffer.alloc(2_000_000));
      await service.remove(m1, id);
    });
    ({ id } = await service.order(m1, READINGS));
    await given.exportsWorker().pass();
    expect(await given.orders.countDocuments()).toBe(0);
    expect(await given.files.countDocuments()).toBe(0);
  });
});
