import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { hearing } from '@telemon/platform/progress';
import { alertOn } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import fc from 'fast-check';
import { crossingsOf, GivenCrossings } from '../../testing/given-crossings.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { entryIdOf } from './rule.ts';

let given: GivenCrossings;

beforeAll(async () => {
  given = await GivenCrossings.prepare();
});
afterAll(() => given.stop());

describe('a reading that crosses a set point', () => {
  it('makes one entry with the measured value, its notices, and a fact about the status of the device', async () => {
    const { device, alert } = await given.deviceWithAlert({
      message: '$name $data > $setpoint by $delta, $alerttype',
    });
    const process = given.newProcess();
    await process.deliver(given.readingsOf(device, [3, 12.5, 13]));
    const [entry, ...others] = await given.entriesOf(device);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      alertId: alert.id,
      deviceAlias: device.deviceAlias,
      sensorName: 'Temperature',
      value: 12.5,
      message: 'Pump in the cellar 12.5 > 10 by 2.5, Above',
      triggeredAt: new Date(given.start + 1),
      isOpen: true,
      clearedAt: null,
    });
    const rows = await given.notices.find({ entryId: entry!._id }).toArray();
    expect(rows.map(({ channel, to }) => [channel, to]).sort()).toEqual([
      ['email', 'on-call@example.com'],
      ['sms', '+15005550007'],
    ]);

    await process.deliver(given.readingsOf(device, [3, 12.5, 13, 2]).slice(3));
    expect(await given.entriesOf(device)).toMatchObject([{ clearedAt: new Date(given.start + 3) }]);
    expect((await given.entriesOf(device))[0]).not.toHaveProperty('isOpen');
    expect(await given.firingCounts(device)).toEqual([1, 0]);
  });

  it('sends facts with the number of firing alerts', async () => {
    const { device } = await given.deviceWithAlert();
    const below = { ...alertOn(device.deviceName), alertType: 'Below', criteria: { values: [20] } };
    await given.service.get(AlertsService).create(SYSTEM, NewAlert.parse(below));
    const process = given.newProcess();
    const readings = given.readingsOf(device, [15, 25, 5]);
    for (const reading of readings) await process.deliver([reading]);
    expect(await given.firingCounts(device)).toEqual([2, 1, 1]);
  });

  it('is compared with an alert as soon as it is made, and no more once it is removed', async () => {
    const process = given.newProcess();
    await process.deliver([]);
    const { device, alert } = await given.deviceWithAlert();
    const readings = given.readingsOf(device, [11, 12, 13]).map((reading) => ({
      ...reading,
      receivedAt: Date.now(),
    }));
    await process.deliver([readings[0]!]);
    expect(await given.entriesOf(device)).toMatchObject([{ isOpen: true }]);
    await given.service.get(AlertsService).remove(SYSTEM, alert.id);
    expect(await given.entriesOf(device)).toMatchObject([
      { clearedAt: expect.any(Date), endCause: 'alert-deleted' },
    ]);
    expect(await given.firingCounts(device)).toEqual([1, 0]);
    await process.deliver(readings.slice(1));
    expect(await given.entriesOf(device)).toHaveLength(1);
  });

  it('makes no entry while the device has no sensor on that channel', async () => {
    const { device } = await given.deviceWithAlert();
    const process = given.newProcess();
    await given.tellOf({ ...device, sensorNames: [null, null, null, null] });
    const readings = given.readingsOf(device, [11, 12]);
    await process.deliver([readings[0]!]);
    expect(await given.entriesOf(device)).toEqual([]);
    await given.tellOf({ ...device, sensorNames: ['Pressure', null, null, null] });
    await process.deliver([readings[1]!]);
    expect(await given.entriesOf(device)).toMatchObject([{ sensorName: 'Pressure' }]);
  });

  it('waits until earlier decisions are stored, and reports progress meanwhile', async () => {
    const { device, alert } = await given.deviceWithAlert();
    const readings = given.readingsOf(device, [3, 12.5, 13]);
    const process = given.newProcess();
    await process.deliver([readings[0]!]);
    await given.database.db.client.withSession(async (other) => {
      other.startTransaction();
      await given.alerts.updateOne({ _id: alert.id }, { $set: { isHeld: true } }, { session: other });
      await process.compare([readings[1]!]);
      // A new alert makes the process read the rules again, after it has stored its decisions.
      await given.deviceWithAlert();
      let steps = 0;
      const compared = hearing(
        () => void steps++,
        () => process.compare([readings[2]!]),
      );
      await until(() => steps > 10, { what: 'attempts to store the decision' });
      await other.abortTransaction();
      await compared;
    });
    expect((await given.entriesOf(device)).map(({ readingId }) => readingId)).toEqual([readings[1]!.id]);
  });
});

describe('a repeated reading', () => {
  it('changes nothing in the same batch or an older one, in the same process or a new one', async () => {
    const { device } = await given.deviceWithAlert();
    const readings = given.readingsOf(device, [11, 3, 12, 4, 13]);
    const process = given.newProcess();
    for (const reading of readings) await process.deliver([reading]);
    const before = await given.entriesOf(device);
    expect(before.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));

    for (const replica of [process, given.newProcess(), given.newProcess()]) {
      await replica.deliver(readings.slice(1, 3));
      await replica.deliver([readings[3]!]);
      await replica.deliver(readings);
      await replica.deliver([readings[0]!]);
    }
    expect(await given.entriesOf(device)).toEqual(before);
    expect(await given.notices.countDocuments({ deviceName: device.deviceName })).toBe(6);
  });

  it('changes nothing where the device sends it again to a new process', async () => {
    const { device } = await given.deviceWithAlert();
    const readings = given.readingsOf(device, [11, 3, 12]);
    await given.newProcess().deliver(readings);
    const before = await given.entriesOf(device);
    const sentAgain = readings.slice(0, 2).map((reading) => ({ ...reading, receivedAt: Date.now() + 5_000 }));
    await given.newProcess().deliver(sentAgain);
    expect(await given.entriesOf(device)).toEqual(before);
  });

  it('makes one entry where three processes compare it at the same time', async () => {
    const { device } = await given.deviceWithAlert();
    const readings = given.readingsOf(device, [1, 11, 3, 12, 4, 13, 5, 14]);
    const processes = [given.newProcess(), given.newProcess(), given.newProcess()];
    for (let at = 0; at < readings.length; at += 2) {
      const batch = readings.slice(at, at + 2);
      await Promise.all(processes.map((process) => process.deliver(batch)));
    }
    const entries = await given.entriesOf(device);
    expect(entries.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));
    expect(entries.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    const fired = { deviceName: device.deviceName, kind: { $exists: false } };
    expect(await given.notices.countDocuments(fired)).toBe(8);
  });

  it('leaves one entry per crossing, whenever processes end and however far Kafka goes back', async () => {
    const step = fc.record({
      isSettled: fc.boolean(),
      take: fc.integer({ min: 1, max: 6 }),
      goBack: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
      isKilled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 8, max: 13 }), { minLength: 10, maxLength: 40 }),
        fc.array(step, { minLength: 12, maxLength: 12 }),
        async (values, steps) => {
          const { device, alert } = await given.deviceWithAlert();
          const readings = given.readingsOf(device, values);
          let process = given.newProcess();
          let at = 0;
          let committed = 0;
          for (const { take, goBack, isKilled, isSettled } of steps) {
            // A new process gets the readings after the committed offset. The old one may still be running.
            if (isKilled) {
              process = given.newProcess();
              at = committed;
            }
            at = Math.max(0, at - goBack);
            await process.compare(readings.slice(at, at + take));
            at = Math.min(readings.length, at + take);
            if (!isSettled) continue;
            await process.settle();
            committed = at;
          }
          await process.deliver(readings.slice(at));
          const crossings = crossingsOf(readings);
          const entries = await given.log.find({ deviceName: device.deviceName }).toArray();
          expect(entries.map(({ _id }) => _id).sort()).toEqual(
            crossings.map((id) => entryIdOf(alert.id, id)).sort(),
          );
          const isFiring = values.at(-1)! > 10;
          expect(entries.filter(({ isOpen }) => isOpen)).toHaveLength(isFiring ? 1 : 0);
          const state = (await given.alerts.findOne({ _id: alert.id }))!.state;
          expect(state.openEntryId).toBe(isFiring ? entryIdOf(alert.id, crossings.at(-1)!) : null);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('the alert log', () => {
  it('rejects a second open entry of an alert', async () => {
    const { device } = await given.deviceWithAlert();
    await given.newProcess().deliver(given.readingsOf(device, [11]));
    const [entry] = await given.entriesOf(device);
    await expect(given.log.insertOne({ ...entry!, _id: 'another' })).rejects.toMatchObject({ code: 11_000 });
  });

  it('sets aside an unreadable message, and continues with the next', async () => {
    const { device } = await given.deviceWithAlert();
    await given.newProcess().hear([
      { offset: '1', value: Buffer.from('{') },
      { offset: '2', value: null },
      { offset: '3', value: Buffer.from(JSON.stringify(given.readingsOf(device, [11]))) },
    ]);
    await until(async () => (await given.entriesOf(device)).length === 1);
  });
});
