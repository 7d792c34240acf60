import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { AlertChange } from '@telemon/contracts/alerting/alert-changes';
import { alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import { until } from '@telemon/testing/waiting';
import { GivenAlerts, m1, m2, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import type { NoticeDocument } from '../delivery/notice.ts';
import { AlertChanges } from './alert-changes.service.ts';
import { TestMessages } from './test-messages.service.ts';
import { AlertsService } from './alerts.service.ts';

let given: GivenAlerts;
let alerts: AlertsService;
let changes: AlertChanges;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  alerts = given.service.get(AlertsService);
  changes = given.service.get(AlertChanges);
});
afterAll(() => given.stop());

/** The request that changes some fields of an alert. */
const withChanges = (alert: Alert, changed: Record<string, unknown> = {}): AlertChange => {
  const {
    firing: _f,
    paused: _p,
    mayChange: _m,
    openEntry: _e,
    snoozedUntil: _u,
    snoozedBy: _b,
    sensorName: _s,
    createdAt: _c,
    ...request
  } = alert;
  return AlertChange.parse({ ...request, ...changed });
};
/** A device with an alert above 10, which has fired at 11. */
const firing = async (): Promise<{ device: DeviceState; alert: Alert }> => {
  const device = await given.device();
  const alert = await given.create(m1, device);
  await given.fire(device, 11);
  return { device, alert };
};
const entriesOf = async ({ deviceName }: DeviceState) =>
  (
    await given.service
      .get(AlertLogService)
      .ofDevice(SYSTEM, { deviceName }, logCalls.list.request.parse({ limit: 100 }))
  ).alertLogs;
/** The values at which the alerts of a device fired, the newest first, and whether they still do. */
const firingsOf = async (device: DeviceState) =>
  (await entriesOf(device)).map(({ value, clearedAt }) => [value, clearedAt === null]);
/** Why the newest firing of a device's alerts ended, where no reading ended it. */
const endCauseOf = async (device: DeviceState) => (await entriesOf(device))[0]!.endCause;
/** The numbers of firing alerts in the facts about a device's status, oldest first. */
const countsOf = async ({ deviceName }: DeviceState) =>
  (
    await given.database.db
      .collection<{ fact: Fact }>('fact_outbox')
      .find({ 'fact.kind': 'device-status', 'fact.key': deviceName }, { sort: { 'fact.version': 1 } })
      .toArray()
  ).map(({ fact }) => (fact.state as { firing: number }).firing);

/** Delivers a reading, again after a conflict with a change of the alert, as Kafka does. */
const delivered = (reading: Reading) =>
  until(() =>
    given.announce([reading]).then(
      () => true,
      () => false,
    ),
  );

describe('editing an alert', () => {
  it('changes every field but the device', async () => {
    const device = await given.device({ sensorNames: ['Temperature', 'Pressure bar', null, null] });
    const alert = await given.create(s1, device);
    const changed = {
      sensorId: 2,
      valueType: 'Average',
      alertType: 'In Between',
      criteria: { values: [2, 8], timePeriod: null },
      contact: null,
      email: 'night@example.com',
      mqttEnabled: 'enabled',
      host: 'broker.example.com',
      port: 8883,
      topic: 'plant/alerts',
      message: 'cold',
    };
    const expected = { ...alert, ...changed, sensorName: 'Pressure bar' };
    expect(await changes.update(s1, withChanges(alert, changed))).toEqual(expected);
    expect(await alerts.get(m1, alert.id)).toEqual(expected);
  });

  it('is for its creator, the manager and admins; others get the answer about a missing alert', async () => {
    const device = await given.device({ assistantIds: ['s1', 's2'] });
    const alert = await given.create(s1, device);
    const deeds: ((by: Actor, id: string) => Promise<unknown>)[] = [
      (by, id) => changes.update(by, { ...withChanges(alert), id }),
      (by, id) => changes.setPaused(by, id, false),
      (by, id) => given.service.get(TestMessages).send(by, id),
    ];
    for (const deed of deeds) {
      for (const by of [SYSTEM, m1, s1]) await deed(by, alert.id);
      await expect(deed(s2, alert.id)).rejects.toMatchObject({
        code: 'NotYourAlert',
        failure: { kind: 'forbidden' },
      });
      for (const [by, id] of [
        [m2, alert.id],
        [nobody, alert.id],
        [SYSTEM, 'none'],
      ] as const) {
        await expect(deed(by, id)).rejects.toMatchObject({
          code: 'AlertNotFound',
          failure: { kind: 'not-found', message: 'There is no such alert' },
        });
      }
    }
    expect(await alerts.get(s2, alert.id)).toMatchObject({ id: alert.id });
    await expect(alerts.get(m2, alert.id)).rejects.toMatchObject({ code: 'AlertNotFound' });
  });

  it('does not move the alert to another device', async () => {
    const [device, other] = [await given.device(), await given.device()];
    const alert = await given.create(m1, device);
    await expect(
      changes.update(m1, withChanges(alert, { deviceName: other.deviceName })),
    ).rejects.toMatchObject({
      code: 'DeviceStays',
      failure: { kind: 'invalid', fields: { deviceName: 'An alert stays with its device' } },
    });
  });

  it.each([
    ['a sensor that the device lacks', { sensorId: 3 }, 'SensorNotThere'],
    ['a number that gets no SMS', { contact: '+1500' }, 'ContactNotUsable'],
    [
      'a host that is not public',
      { mqttEnabled: 'enabled', host: '127.0.0.1', port: 1883, topic: 'a' },
      'HostNotAllowed',
    ],
  ])('refuses %s, and changes nothing', async (_, changed, code) => {
    const device = await given.device();
    const alert = await given.create(m1, device);
    const request = { ...withChanges(alert), ...changed } as AlertChange;
    await expect(changes.update(m1, request)).rejects.toMatchObject({ code });
    expect(await alerts.get(m1, alert.id)).toEqual(alert);
  });

  it('lets an alert whose sensor is away be edited, too', async () => {
    const device = await given.device();
    const alert = await given.create(m1, device);
    await given.tellOf(device.deviceName, { ...device, sensorNames: [null, null, null, null] });
    expect(await changes.update(m1, withChanges(alert, { message: 'cold' }))).toMatchObject({
      sensorName: 'Temperature',
      message: 'cold',
    });
  });

  it('keeps a firing alert firing if its recipients or its message change, and its next firing has the new ones', async () => {
    const { device, alert } = await firing();
    const changed = { email: 'night@example.com', message: '$data is hot' };
    expect(await changes.update(m1, withChanges(alert, changed))).toMatchObject({ firing: true });
    expect(await firingsOf(device)).toEqual([[11, true]]);
    for (const value of [12, 5, 13]) await given.fire(device, value);
    expect(await firingsOf(device)).toEqual([
      [13, true],
      [11, false],
    ]);
    const [newest] = await entriesOf(device);
    expect(newest).toMatchObject({ message: '13 is hot', email: 'night@example.com' });
    const notices = given.database.db.collection<NoticeDocument>('notices');
    expect(await notices.countDocuments({ entryId: newest!.id, to: 'night@example.com' })).toBe(1);
  });

  it.each([
    ['set point', { criteria: { values: [12] } }],
    ['type', { alertType: 'Below', criteria: { values: [10] } }],
    ['value type', { valueType: 'Maximum' }],
  ])('clears a firing alert if its %s changes', async (_, changed) => {
    const { device, alert } = await firing();
    expect(await changes.update(m1, withChanges(alert, changed))).toMatchObject({
      firing: false,
      openEntry: null,
    });
    expect(await firingsOf(device)).toEqual([[11, false]]);
    expect(await endCauseOf(device)).toBe('alert-edited');
    expect(await countsOf(device)).toEqual([1, 0]);
  });

  it('keeps an alert firing if its two thresholds only change places', async () => {
    const device = await given.device();
    const alert = await given.create(m1, device, { alertType: 'In Between', criteria: { values: [10, 12] } });
    await given.fire(device, 11);
    await changes.update(m1, withChanges(alert, { criteria: { values: [12, 10] } }));
    expect(await firingsOf(device)).toEqual([[11, true]]);
  });

  it('has the next reading compared with the changed criteria', async () => {
    const { device, alert } = await firing();
    await changes.update(m1, withChanges(alert, { criteria: { values: [12] } }));
    for (const value of [11.5, 13, 11.5]) await given.fire(device, value);
    expect(await firingsOf(device)).toEqual([
      [13, false],
      [11, false],
    ]);
    expect(await countsOf(device)).toEqual([1, 0, 1, 0]);
  });

  it('and a reading that changes the state of the alert at the same moment take effect one after the other', async () => {
    for (let round = 0; round < 15; round++) {
      const device = await given.device();
      const alert = await given.create(m1, device);
      const reading = aReading({ deviceName: device.deviceName, current: [11, null, null, null] });
      await Promise.all([
        delivered(reading),
        changes.update(m1, withChanges(alert, { criteria: { values: [12] } })),
      ]);
      // The reading came before, and its entry was closed; or after, and it made none.
      const [first, ...more] = await firingsOf(device);
      expect(more).toEqual([]);
      expect(first ?? [11, false]).toEqual([11, false]);
      expect(await alerts.get(m1, alert.id)).toMatchObject({ firing: false });
      await given.fire(device, 13);
      expect((await firingsOf(device))[0]).toEqual([13, true]);
    }
  });
});

describe('a paused alert', () => {
  it('is not compared with readings until it is resumed, and stops firing', async () => {
    const { device, alert } = await firing();
    for (let time = 0; time < 2; time++) {
      expect(await changes.setPaused(m1, alert.id, true)).toMatchObject({ paused: true, firing: false });
    }
    expect(await firingsOf(device)).toEqual([[11, false]]);
    expect(await endCauseOf(device)).toBe('alert-paused');
    expect(await countsOf(device)).toEqual([1, 0]);
    for (const value of [5, 12]) await given.fire(device, value);
    expect(await firingsOf(device)).toEqual([[11, false]]);
    expect(await changes.setPaused(m1, alert.id, false)).toMatchObject({ paused: false, firing: false });
    await given.fire(device, 13);
    expect(await firingsOf(device)).toEqual([
      [13, true],
      [11, false],
    ]);
  });

  it('stays paused when it is edited, and can be deleted', async () => {
    const device = await given.device();
    const alert = await given.create(m1, device);
    await changes.setPaused(m1, alert.id, true);
    const changed = withChanges(alert, { criteria: { values: [5] } });
    expect(await changes.update(m1, changed)).toMatchObject({ paused: true, criteria: { values: [5] } });
    await given.fire(device, 11);
    expect(await firingsOf(device)).toEqual([]);
    await alerts.remove(m1, alert.id);
    await expect(changes.setPaused(m1, alert.id, false)).rejects.toMatchObject({ code: 'AlertNotFound' });
  });

  it('and a reading that fires it at the same moment leave no open entry', async () => {
    for (let round = 0; round < 15; round++) {
      const device = await given.device();
      const alert = await given.create(m1, device);
      const reading = aReading({ deviceName: device.deviceName, current: [11, null, null, null] });
      await Promise.all([delivered(reading), changes.setPaused(m1, alert.id, true)]);
      expect((await firingsOf(device)).filter(([, isOpen]) => isOpen)).toEqual([]);
      expect((await countsOf(device)).at(-1) ?? 0).toBe(0);
    }
  });
});
