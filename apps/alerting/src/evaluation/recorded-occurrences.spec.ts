import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { Mongo } from '@telemon/platform/mongo';
import { alertOn } from '@telemon/testing/given';
import { crossingsOf, GivenCrossings } from '../../testing/given-crossings.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { entryIdOf } from './rule.ts';

let given: GivenCrossings;

beforeAll(async () => {
  given = await GivenCrossings.prepare();
});
afterAll(() => given.stop());

describe('an occurrence of an event', () => {
  it('is recorded with the measured value and a copy of the event, without any notice', async () => {
    const { device, event } = await given.deviceWithEvent();
    const process = given.newProcess();
    const readings = given.readingsOf(device, [3, 12.5, 13, 2]);
    await process.deliver(readings.slice(0, 3));
    expect(await given.occurrencesOf(device)).toEqual([
      {
        _id: entryIdOf(event.id, readings[1]!.id),
        eventId: event.id,
        deviceName: device.deviceName,
        deviceVersion: expect.any(Number),
        sensorId: 1,
        sensorName: 'Temperature',
        valueType: 'Current',
        eventType: 'Above',
        setPoint: 10,
        value: 12.5,
        readingId: readings[1]!.id,
        occurredAt: new Date(given.start + 1),
        isOpen: true,
        endedAt: null,
      },
    ]);
    await process.deliver(readings.slice(3));
    const [ended] = await given.occurrencesOf(device);
    expect(ended).toMatchObject({ endedAt: new Date(given.start + 3) });
    expect(ended).not.toHaveProperty('isOpen');
    expect(await given.notices.countDocuments({ deviceName: device.deviceName })).toBe(0);
    expect(await given.entriesOf(device)).toEqual([]);
    expect(await given.firingCounts(device)).toEqual([]);
  });

  it('that begins and ends in one batch is recorded as ended', async () => {
    const { device } = await given.deviceWithEvent({ eventType: 'Below' });
    await given.newProcess().deliver(given.readingsOf(device, [12, 9, 10, 8]));
    expect(await given.occurrencesOf(device)).toMatchObject([
      { value: 9, endedAt: new Date(given.start + 2) },
      { value: 8, endedAt: null, isOpen: true },
    ]);
  });

  it('is recorded once, however often its readings are delivered, to old processes and new ones', async () => {
    const { device } = await given.deviceWithEvent();
    const readings = given.readingsOf(device, [11, 3, 12, 4, 13]);
    const process = given.newProcess();
    for (const reading of readings) await process.deliver([reading]);
    const before = await given.occurrencesOf(device);
    expect(before.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));
    for (const replica of [process, given.newProcess(), given.newProcess()]) {
      await replica.deliver(readings.slice(1, 3));
      await replica.deliver(readings);
      await replica.deliver([readings[0]!]);
    }
    expect(await given.occurrencesOf(device)).toEqual(before);
  });

  it('is recorded once where three processes compare its reading at the same time, as alerts fire once', async () => {
    const { device, event } = await given.deviceWithEvent();
    const { deviceName } = device;
    await given.service.get(AlertsService).create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
    const readings = given.readingsOf(device, [1, 11, 3, 12, 4, 13, 5, 14]);
    const processes = [given.newProcess(), given.newProcess(), given.newProcess()];
    for (let at = 0; at < readings.length; at += 2) {
      const batch = readings.slice(at, at + 2);
      await Promise.all(processes.map((process) => process.deliver(batch)));
    }
    const occurrences = await given.occurrencesOf(device);
    expect(occurrences.map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));
    expect(occurrences.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    expect((await given.entriesOf(device)).map(({ readingId }) => readingId)).toEqual(crossingsOf(readings));
    expect(await given.notices.countDocuments({ deviceName, kind: { $exists: false } })).toBe(8);
    const stored = await given.database.db.collection<{ _id: string }>('events').findOne({ _id: event.id });
    expect(stored).toMatchObject({ state: { revision: 4 }, lastOccurredAt: new Date(given.start + 7) });
  });

  it('is recorded in pieces where more events change at once than one transaction writes', async () => {
    const { device } = await given.deviceWithEvent();
    const events = given.database.db.collection<{ _id: string }>('events');
    const [{ _id: _, ...event } = { _id: '' }] = await events
      .find({ deviceName: device.deviceName })
      .toArray();
    await events.insertMany(Array.from({ length: 250 }, (__, index) => ({ ...event, _id: `many-${index}` })));
    await given.newProcess().deliver(given.readingsOf(device, [11]));
    expect(await given.occurrencesOf(device)).toHaveLength(251);
  });
});

describe('the event log', () => {
  it('rejects a second open occurrence of an event', async () => {
    const { device } = await given.deviceWithEvent();
    await given.newProcess().deliver(given.readingsOf(device, [11]));
    const [occurrence] = await given.occurrencesOf(device);
    await expect(given.occurrences.insertOne({ ...occurrence!, _id: 'another' })).rejects.toMatchObject({
      code: 11_000,
    });
  });

  it.each([
    ['the open occurrence of an event', { eventId: 'x', isOpen: true }, 'one_open'],
    [
      'the occurrences on a device',
      { deviceName: 'x', deviceVersion: { $lt: 1 } },
      'deviceName_1_occurredAt_-1__id_-1',
    ],
  ])('finds %s by an index', async (_, filter, indexName) => {
    const { queryPlanner } = await given.service.get(Mongo).db.collection('event_log').find(filter).explain();
    expect(JSON.stringify(queryPlanner.winningPlan)).toContain(`"indexName":"${indexName}"`);
  });
});
