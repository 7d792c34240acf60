import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aReading } from '@telemon/testing/builders';
import { anActor, GivenAlerts, m1, m2, s1, s2 } from '../../testing/given-alerts.ts';
import { TracesService } from './traces.service.ts';

let given: GivenAlerts;
let traces: TracesService;
const admin = anActor('a1', 'admin');

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  traces = given.service.get(TracesService);
});
afterAll(() => given.stop());

const NONE = [null, null, null, null];

/** A device with two alerts, and a reading with which one of them fires. */
const fired = async () => {
  const device = await given.device();
  const { deviceName } = device;
  const above = await given.create(m1, device);
  const below = await given.create(m1, device, { alertType: 'Below', criteria: { values: [5] } });
  await given.create(m1, device, { valueType: 'Maximum' });
  const reading = aReading({ deviceName, current: [11, null, null, null] });
  await given.announce([reading]);
  const stored = {
    id: reading.id,
    timestamp: new Date(reading.timestamp).toISOString(),
    receivedAt: new Date(reading.receivedAt).toISOString(),
    current: reading.current,
    minimum: NONE,
    maximum: NONE,
    average: NONE,
  };
  return { deviceName, above, below, stored };
};

describe('the trace of a reading', () => {
  it('says how the alerts compare with its values, and which entry began with it', async () => {
    const { deviceName, above, below, stored } = await fired();
    for (const by of [admin, m1, s1]) {
      const { judgements, entries } = await traces.ofReadings(by, { deviceName, readings: [stored] });
      expect(judgements.map(({ alert: { id }, value, meets }) => ({ id, value, meets }))).toEqual(
        expect.arrayContaining([
          { id: above.id, value: 11, meets: true },
          { id: below.id, value: 11, meets: false },
        ]),
      );
      // The reading has no maximum.
      expect(judgements).toHaveLength(2);
      expect(entries).toMatchObject([{ alertId: above.id, value: 11, delivery: { sms: {}, email: {} } }]);
    }
  });

  it('has no entry that another reading began', async () => {
    const { deviceName, stored } = await fired();
    const other = { ...stored, id: 'another' };
    expect((await traces.ofReadings(m1, { deviceName, readings: [other] })).entries).toEqual([]);
  });

  it('is found from its entry, by users who see the device', async () => {
    const { deviceName, stored } = await fired();
    const { entries } = await traces.ofReadings(m1, { deviceName, readings: [stored] });
    const { id } = entries[0]!;
    for (const by of [admin, m1, s1])
      expect(await traces.ofEntry(by, id)).toEqual({ deviceName, readingId: stored.id });
    for (const by of [m2, s2]) {
      await expect(traces.ofEntry(by, id)).rejects.toMatchObject({ code: 'AlertLogEntryNotFound' });
      await expect(traces.ofReadings(by, { deviceName, readings: [stored] })).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
    }
    await expect(traces.ofEntry(m1, 'none')).rejects.toMatchObject({ code: 'AlertLogEntryNotFound' });
  });
});
