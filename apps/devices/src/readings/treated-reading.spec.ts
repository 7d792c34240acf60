import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { until } from '@telemon/testing/waiting';
import { GivenProcess, GivenReadings, message } from '../../testing/given-readings.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

describe('a reading of a device with settings for treatment', () => {
  const SENSOR_IDS = ['level', 'temperature', null, null];

  it('is stored, counted and announced after mapping, table and adjustment', async () => {
    await given.running.calibrate('level', [
      [4, 0],
      [20, 800],
    ]);
    const { name, key, add } = given.device({
      sensorIds: SENSOR_IDS,
      sensorMapping: { ...NO_MAPPING, enabled: true, TC1: 'TC2', TC2: 'TC1' },
      sensorAdjustment: { ...NO_ADJUSTMENT, enabled: true, sensor1: [{ from: 400, to: 800, value: -5 }] },
    });
    await add();
    const now = Date.now();
    await given.running.handle([
      message(name, { TC1: 21, TC2: 16, timestamp: now - 2 }),
      message(name, { TC1: 22, TC2: 8, timestamp: now - 1, TM2: 17 }),
    ]);
    const [first, second] = await given.storedOf(key);
    expect(first).toMatchObject({ c1: 595, u1: 16, c2: 21 });
    expect(second).toMatchObject({ c1: 200, u1: 8, m1: 645, c2: 22 });
    expect([first!.u2, first!.m1, second!.u2]).toEqual([undefined, undefined, undefined]);
    expect(await given.running.shown(key)).toBe(200);
    await until(() => given.announced.get(name)?.length === 2);
    expect(given.announced.get(name)![1]).toMatchObject({
      current: [200, 22, null, null],
      minimum: [200, 21, null, null],
      maximum: [645, 22, null, null],
      average: [397.5, 21.5, null, null],
    });
  });

  it('is treated by the current table in every process, and stays as stored when it comes again', async () => {
    const elsewhere = await GivenProcess.on(given.database);
    const sensorIds = ['depth', null, null, null];
    const [here, there] = [given.device({ sensorIds }), given.device({ sensorIds })];
    await Promise.all([here.add(), there.add()]);
    const sent = (name: string, seq: number) =>
      message(name, { TC1: 5, seq, timestamp: Date.now() - 1_000 + seq });
    const again = sent(here.name, 1);
    const valuesOf = async ({ key }: typeof here) => (await given.storedOf(key)).map(({ c1 }) => c1);
    await given.running.handle([again]);
    await elsewhere.handle([sent(there.name, 1)]);
    await given.running.calibrate('depth', [
      [0, 0],
      [10, 100],
    ]);
    await given.running.handle([{ ...again, offset: '900000' }, sent(here.name, 2)]);
    expect(await valuesOf(here)).toEqual([5, 50]);
    let seq = 1;
    await until(async () => {
      await elsewhere.handle([sent(there.name, ++seq)]);
      return (await valuesOf(there)).at(-1) === 50;
    });
    await elsewhere.calibrate('depth', null);
    await elsewhere.handle([sent(there.name, ++seq)]);
    expect((await valuesOf(there)).at(-1)).toBe(5);
    await elsewhere.kill();
  });
});
