import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { NewEvent } from '@telemon/contracts/alerting/events';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { DeviceState } from '@telemon/contracts/facts';
import { logger } from '@telemon/platform/logging';
import { alertOn, eventOn } from '@telemon/testing/given';
import { type EvaluatingProcess, GivenCrossings } from '../../testing/given-crossings.ts';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, aPeriodic, anAbove } from '../../testing/stream.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { Reminders } from '../alert-log/reminders.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { EventsService } from '../events/events.service.ts';

logger.level = 'silent';

const NO_SENSOR = [null, null, null, null];

describe('an alert of a device that loses its sensor', () => {
  /** Long before now, so that no arrival lies in the future. */
  const START = Date.now() - 10 * DAY_MS;
  let stored: Stored;
  let stream: Stream;
  let owner: Owner;
  beforeEach(() => {
    stored = new Stored();
    stored.devices.set('pump01', {});
    stored.alerts.set('above', anAbove(START));
    stream = new Stream(START);
    owner = new Owner(stored);
  });

  const hear = () => owner.hear(stream);
  const read = (value: number) => stream.read({ current: [value, null, null, null] });
  const lose = () => stored.tell('pump01', { sensorNames: NO_SENSOR });
  const endsOf = (of = 'above') => stored.entriesOf(of).map(({ endCause }) => endCause);
  const isOpen = (of = 'above') => stored.alerts.get(of)!.state.openEntryId !== null;

  it('fires no more with the next message of its partition, at the time at which the loss was learned', async () => {
    read(9);
    await hear();
    expect([endsOf(), isOpen()]).toEqual([[null], true]);
    const before = Date.now();
    lose();
    const after = Date.now();
    stream.pass(15_000);
    await hear();
    expect([endsOf(), isOpen()]).toEqual([['sensor-gone'], false]);
    const [{ clearedAt } = { clearedAt: null }] = stored.entriesOf('above');
    expect(clearedAt).toBeGreaterThanOrEqual(before);
    expect(clearedAt).toBeLessThanOrEqual(after);
  });

  it('fires on if it has the sensor again before the next message', async () => {
    read(9);
    await hear();
    lose();
    stored.tell('pump01', { sensorNames: ['Pressure', null, null, null] });
    stream.pass(MINUTE_MS);
    await hear();
    expect([endsOf(), isOpen()]).toEqual([[null], true]);
  });

  it('fires no more where no process heard of the loss: the next one learns it when it starts', async () => {
    read(9);
    await hear();
    stored.devices.set('pump01', { sensorNames: NO_SENSOR });
    owner = new Owner(stored);
    stream.pass(15_000);
    await hear();
    expect(endsOf()).toEqual(['sensor-gone']);
  });

  it('fires no more although its firing was being written when the sensor was lost', async () => {
    let isLost = false;
    stored.beforeWrite = async () => {
      if (!isLost) lose();
      isLost = true;
    };
    read(9);
    await hear();
    stream.pass(15_000);
    await hear();
    expect([endsOf(), isOpen()]).toEqual([['sensor-gone'], false]);
  });

  it('fires no more although the end could not be written at first', async () => {
    read(9);
    await hear();
    lose();
    stored.failures = 1;
    stream.pass(15_000);
    await hear();
    stream.pass(15_000);
    await hear();
    expect([endsOf(), isOpen()]).toEqual([['sensor-gone'], false]);
  });

  it('ends once where two processes believe to own its partition', async () => {
    const other = new Owner(stored);
    read(9);
    const messages = stream.next();
    for (const process of [owner, other]) {
      await process.take(messages);
      await process.settle();
    }
    lose();
    stream.pass(15_000);
    const heartbeats = stream.next();
    await Promise.all([owner, other].map((process) => process.take(heartbeats)));
    await Promise.all([owner, other].map((process) => process.settle()));
    const { revision } = stored.alerts.get('above')!.state;
    expect([endsOf(), isOpen(), revision]).toEqual([['sensor-gone'], false, 2]);
  });

  it('has no hold time left when it gets the sensor again', async () => {
    stored.alerts.set('above', anAbove(START, { holdFor: 300 }));
    owner = new Owner(stored);
    read(9).pass(MINUTE_MS);
    await hear();
    lose();
    stream.pass(MINUTE_MS);
    await hear();
    expect(stored.alerts.get('above')!.state).not.toHaveProperty('hold');
    stored.tell('pump01', {});
    stream.pass(10 * MINUTE_MS);
    await hear();
    expect(stored.entriesOf('above')).toEqual([]);
  });

  it('waits for its whole time period once it has the sensor again, if it is Periodic', async () => {
    stored.alerts.set('periodic', aPeriodic(START));
    owner = new Owner(stored);
    stream.pass(62 * MINUTE_MS);
    await hear();
    expect([endsOf('periodic'), isOpen('periodic')]).toEqual([[null], true]);
    lose();
    stream.pass(2 * HOUR_MS);
    await hear();
    expect([endsOf('periodic'), isOpen('periodic')]).toEqual([['sensor-gone'], false]);
    expect(stored.alerts.get('periodic')!.state).not.toHaveProperty('reached');
    stored.tell('pump01', {});
    stream.pass(59 * MINUTE_MS);
    await hear();
    expect(isOpen('periodic')).toBe(false);
    stream.pass(3 * MINUTE_MS);
    await hear();
    expect(endsOf('periodic')).toEqual(['sensor-gone', null]);
  });

  it('sends no digest any more, if it flaps', async () => {
    for (const value of [9, 7, 9, 7, 9, 7, 9]) read(value).pass(2 * MINUTE_MS);
    await hear();
    expect(stored.flapping.map(({ kind }) => kind)).toEqual(['flapping']);
    lose();
    stream.pass(2 * HOUR_MS);
    await hear();
    expect(stored.flapping).toHaveLength(1);
    expect(endsOf().at(-1)).toBe('sensor-gone');
  });

  it('is left as it is while it neither fires nor waits for anything', async () => {
    stream.pass(MINUTE_MS);
    await hear();
    lose();
    stream.pass(MINUTE_MS);
    await hear();
    expect(stored.alerts.get('above')!.state.revision).toBe(0);
  });
});

describe('a firing on a sensor that its device loses', () => {
  let given: GivenCrossings;
  beforeAll(async () => {
    given = await GivenCrossings.prepare();
  });
  afterAll(() => given.stop());

  /** A later message without readings of these devices. */
  const hearMore = (...processes: EvaluatingProcess[]) =>
    Promise.all(processes.map((process) => process.deliver([])));
  const noticesOf = ({ deviceName }: DeviceState) => given.notices.find({ deviceName }).toArray();
  const listed = async ({ deviceName }: DeviceState) =>
    (
      await given.service
        .get(AlertLogService)
        .list(SYSTEM, alertLog.list.request.parse({ q: deviceName, limit: 50 }))
    ).alertLogs;

  it('ends once with its cause, without "back to normal" or a reminder', async () => {
    const { device } = await given.deviceWithAlert({ notifyCleared: true, remindEvery: 15 });
    const processes = [given.newProcess(), given.newProcess()];
    const readings = given.readingsOf(device, [12]);
    for (const process of processes) await process.deliver(readings);
    const notices = await noticesOf(device);
    await given.tellOf({ ...device, sensorNames: NO_SENSOR });
    await hearMore(...processes);
    await hearMore(...processes, given.newProcess());
    expect(await listed(device)).toMatchObject([
      { value: 12, clearedAt: expect.any(String), clearedValue: null, endCause: 'sensor-gone' },
    ]);
    expect(await given.firingCounts(device)).toEqual([1, 0]);
    const [entry] = await given.entriesOf(device);
    expect(entry).not.toHaveProperty('remindAt');
    expect(entry).not.toHaveProperty('isOpen');
    await given.service.get(Reminders).remind();
    expect(await noticesOf(device)).toHaveLength(notices.length);
    expect(await given.alerts.findOne({ deviceName: device.deviceName })).toMatchObject({
      state: { openEntryId: null, revision: 2 },
    });
  });

  it('ends with an occurrence of an event there, as when the device gets another manager; new sensors begin anew', async () => {
    // There is no SMS, because the limit of the other manager is unknown here.
    const { device, alert } = await given.deviceWithAlert({ contact: null, email: 'night@example.com' });
    const { deviceName } = device;
    await given.service.get(EventsService).create(SYSTEM, NewEvent.parse(eventOn(deviceName)));
    const process = given.newProcess();
    const readings = given.readingsOf(device, [12, 13, 14]);
    await process.deliver(readings.slice(0, 1));
    const other = { ...device, managerId: 'm2', sensorNames: NO_SENSOR };
    await given.tellOf(other);
    await process.deliver(readings.slice(1, 2));
    const [ended] = await given.occurrencesOf(device);
    expect(ended).toMatchObject({ value: 12, endedAt: expect.any(Date) });
    expect(ended).not.toHaveProperty('isOpen');
    expect((await listed(device)).map(({ value, endCause }) => [value, endCause])).toEqual([
      [12, 'sensor-gone'],
    ]);
    await given.tellOf({ ...other, sensorNames: ['Pressure', null, null, null] });
    await process.deliver([{ ...readings[2]!, receivedAt: Date.now() }]);
    expect(await given.entriesOf(device)).toMatchObject([
      { alertId: alert.id, value: 12 },
      { alertId: alert.id, value: 14, sensorName: 'Pressure', isOpen: true },
    ]);
    expect((await given.occurrencesOf(device)).map(({ value }) => value)).toEqual([12, 14]);
    expect(await given.firingCounts(device)).toEqual([1, 0, 1]);
  });

  it('ends alone where the device has another sensor whose alert fires', async () => {
    const { device } = await given.deviceWithAlert();
    const both = { ...device, sensorNames: ['Temperature', 'Pressure', null, null] };
    await given.tellOf(both);
    const { service } = given;
    await service
      .get(AlertsService)
      .create(SYSTEM, NewAlert.parse({ ...alertOn(device.deviceName), sensorId: 2 }));
    const process = given.newProcess();
    const [reading] = given.readingsOf(device, [12]);
    await process.deliver([{ ...reading!, current: [12, 11, null, null] }]);
    await given.tellOf({ ...both, sensorNames: ['Temperature', null, null, null] });
    await hearMore(process);
    const causes = (await listed(device)).map(({ sensorId, endCause }) => [sensorId, endCause]);
    expect(Object.fromEntries(causes)).toEqual({ 1: null, 2: 'sensor-gone' });
    expect((await given.firingCounts(device)).at(-1)).toBe(1);
  });
});
