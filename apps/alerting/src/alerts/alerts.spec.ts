import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import { alerts as alertCalls } from '@telemon/contracts/alerting/alerts';
import type { Fact } from '@telemon/contracts/facts';
import { anActor, anAlert, GivenAlerts, m1, m2, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AlertsService } from './alerts.service.ts';
import { isUsableContact } from './contact-number.ts';

let given: GivenAlerts;
let alerts: AlertsService;
let alertLog: AlertLogService;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  alerts = given.service.get(AlertsService);
  alertLog = given.service.get(AlertLogService);
});
afterAll(() => given.stop());

const page = (query: object = {}) => alertCalls.list.request.parse(query);
const logPage = (query: object = {}) => logCalls.list.request.parse(query);

const idsSeenBy = async (by: Actor) =>
  (await alerts.list(by, page({ limit: 100 }))).alerts.map(({ id }) => id);

describe('creating an alert', () => {
  it('returns the alert', async () => {
    const device = await given.device();
    await expect(given.create(s1, device)).resolves.toEqual({
      id: expect.any(String),
      deviceName: device.deviceName,
      sensorId: 1,
      sensorName: 'Temperature',
      valueType: 'Current',
      alertType: 'Above',
      criteria: { values: [10], timePeriod: null },
      contact: '+15005550007',
      email: 'on-call@example.com',
      mqttEnabled: 'disabled',
      host: null,
      port: null,
      topic: null,
      message: 'hot',
      severity: 'warning',
      holdFor: 0,
      clearAt: null,
      notifyCleared: false,
      remindEvery: null,
      firing: false,
      paused: false,
      mayChange: true,
      openEntry: null,
      snoozedUntil: null,
      snoozedBy: null,
      createdAt: expect.any(String),
    });
  });

  it('needs a device in scope, and gives the same answer for a foreign one as for a missing one', async () => {
    const device = await given.device();
    for (const by of [m2, s2, nobody]) {
      await expect(given.create(by, device)).rejects.toMatchObject({
        code: 'DeviceNotFound',
        failure: { kind: 'not-found', message: 'There is no such device' },
      });
    }
    await expect(alerts.create(SYSTEM, anAlert('nowhere'))).rejects.toMatchObject({ code: 'DeviceNotFound' });
  });

  it('returns the MQTT target, with its host in its one spelling', async () => {
    const device = await given.device();
    const target = { mqttEnabled: 'enabled', host: 'Broker.Example.com.', port: 8883, topic: 'plant/alerts' };
    const made = await given.create(s1, device, target);
    const shown = { mqttEnabled: 'enabled', host: 'broker.example.com', port: 8883, topic: 'plant/alerts' };
    expect(made).toMatchObject(shown);
    const { alerts: found } = await alerts.list(s1, page({ q: 'broker.example', sort: 'host' }));
    expect(found).toMatchObject([{ id: made.id, ...shown }]);
    await given.fire(device);
    const { alertLogs } = await alertLog.ofDevice(s1, { deviceName: device.deviceName }, logPage());
    expect(alertLogs).toMatchObject([shown]);
    expect(alertLogs[0]!.delivery.mqtt.state).toBe('queued');
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '::ffff:10.0.0.1',
    '169.254.169.254',
    'localhost',
    'mongodb',
  ])('refuses a host that is surely not public: %s', async (host) => {
    const device = await given.device();
    const target = { mqttEnabled: 'enabled', host, port: 1883, topic: 'alerts' };
    await expect(given.create(m1, device, target)).rejects.toMatchObject({
      code: 'HostNotAllowed',
      failure: { kind: 'invalid', fields: { host: 'Telemon may only connect to public addresses' } },
    });
  });

  it('needs a sensor that the device has', async () => {
    const device = await given.device();
    await expect(given.create(m1, device, { sensorId: 2 })).rejects.toMatchObject({
      code: 'SensorNotThere',
      failure: { kind: 'invalid', fields: { sensorId: expect.any(String) } },
    });
  });

  it.each([
    ['+15005550006', true],
    ['+33612345678', true],
    ['+1500', false],
    ['+99900000000', false],
    ['+441632960961123', false],
    ['+449098790000', false],
  ])('accepts %s as a contact: %s', async (contact, isUsable) => {
    expect(isUsableContact(contact)).toBe(isUsable);
    if (isUsable) return;
    const device = await given.device();
    await expect(alerts.create(m1, { ...anAlert(device.deviceName), contact })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { contact: 'invalid contact number' } },
    });
  });
});

describe('an alert', () => {
  it('is seen and removed by admins, the manager of its device and assigned assistants only', async () => {
    const device = await given.device();
    const { id } = await given.create(m1, device);
    for (const by of [SYSTEM, m1, s1]) {
      expect(await idsSeenBy(by)).toContain(id);
      const { alerts: rows, pagination } = await alerts.ofDevice(by, device.deviceName, page());
      expect(rows.map((row) => row.id)).toEqual([id]);
      expect(pagination).toEqual({ totalCount: 1 });
    }
    for (const by of [m2, s2, nobody]) {
      expect(await idsSeenBy(by)).not.toContain(id);
      await expect(alerts.ofDevice(by, device.deviceName, page())).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
      await expect(alerts.remove(by, id)).rejects.toMatchObject({
        code: 'AlertNotFound',
        failure: { kind: 'not-found' },
      });
    }
    await expect(alerts.remove(m1, id)).resolves.toBeNull();
    await expect(alerts.remove(m1, id)).rejects.toMatchObject({ code: 'AlertNotFound' });
  });

  it('can be removed by its creator, but by no other assistant', async () => {
    const device = await given.device({ assistantIds: ['s1', 's2'] });
    const { id } = await given.create(s1, device);
    await expect(alerts.remove(s2, id)).rejects.toMatchObject({
      code: 'NotYourAlert',
      failure: { kind: 'forbidden' },
    });
    await expect(alerts.remove(s1, id)).resolves.toBeNull();
  });

  it('shows each user whether they may change it', async () => {
    const device = await given.device({ assistantIds: ['s1', 's2'] });
    const alert = await given.create(s1, device);
    expect(alert.mayChange).toBe(true);
    const toldTo = async (actor: Actor) => {
      const [listed] = (await alerts.ofDevice(actor, device.deviceName, page())).alerts;
      return [listed!.mayChange, (await alerts.get(actor, alert.id)).mayChange];
    };
    for (const actor of [SYSTEM, m1, s1]) expect(await toldTo(actor)).toEqual([true, true]);
    expect(await toldTo(s2)).toEqual([false, false]);
  });

  it('is seen by the new manager of its device only, with its log', async () => {
    const device = await given.device();
    const { id } = await given.create(m1, device);
    await given.fire(device);
    await given.tellOf(device.deviceName, { ...device, managerId: 'm2', assistantIds: [] });
    expect(await idsSeenBy(m1)).not.toContain(id);
    expect(await idsSeenBy(s1)).not.toContain(id);
    expect(await idsSeenBy(m2)).toContain(id);
    await expect(alertLog.acknowledge(m1, device)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    await expect(alertLog.acknowledge(m2, device)).resolves.toEqual({ acknowledged: 1 });
  });

  it('has the value that it fired at, and since when, as long as it fires', async () => {
    const device = await given.device();
    const { id } = await given.create(m1, device);
    await given.create(m1, device, { alertType: 'Below', criteria: { values: [1] } });
    const shown = async () => (await alerts.ofDevice(m1, device.deviceName, page())).alerts;
    await given.fire(device, 11.5);
    // Another value above the set point makes no new firing.
    await given.fire(device, 12);
    const [entry] = (await alertLog.ofDevice(m1, device, logPage())).alertLogs;
    const openEntry = { id: entry!.id, value: 11.5, triggeredAt: entry!.triggeredAt };
    const fired = await shown();
    expect(fired.find((alert) => alert.id === id)).toMatchObject({ firing: true, openEntry });
    expect(fired.find((alert) => alert.id !== id)).toMatchObject({ firing: false, openEntry: null });
    await given.fire(device, 5);
    for (const alert of await shown()) expect(alert).toMatchObject({ firing: false, openEntry: null });
  });

  it('is listed by search and column, in pages', async () => {
    const boiler = await given.device({ deviceAlias: 'Boiler (50%)', managerId: 'm9' });
    const pump = await given.device({ managerId: 'm9' });
    const m9 = anActor('m9', 'manager', 'm9');
    const first = await given.create(m9, boiler, { message: 'a.c', email: 'z@example.com' });
    const second = await given.create(m9, pump, { message: 'abc', email: 'a@example.com' });
    const idsOf = async (query: object) => (await alerts.list(m9, page(query))).alerts.map(({ id }) => id);
    expect(await idsOf({})).toEqual([second.id, first.id]);
    expect(await idsOf({ sort: 'email', order: 'desc' })).toEqual([first.id, second.id]);
    expect(await idsOf({ sort: 'email', order: 'asc', offset: 1 })).toEqual([first.id]);
    expect(await idsOf({ q: 'A.C' })).toEqual([first.id]);
    expect(await idsOf({ q: '(50%)' })).toEqual([first.id]);
    expect(await idsOf({ q: '(((((.*)*)*)*)*' })).toEqual([]);
    const { pagination } = await alerts.list(m9, page({ limit: 1 }));
    expect(pagination).toEqual({ totalCount: 2 });
  });
});

describe('a device that was deleted', () => {
  it.each([
    ['', false],
    [', nor does a new device of its name', true],
  ])('gets no alert that is made at the same time%s', async (_, isMadeAgain) => {
    const device = await given.device();
    const { deviceName } = device;
    const request = anAlert(deviceName);
    const facts: Promise<void>[] = [];
    // The message of an alert is read after its device is found, and before the alert is stored.
    Object.defineProperty(request, 'message', {
      get() {
        facts.push(given.tellOf(deviceName, null));
        if (isMadeAgain) facts.push(given.tellOf(deviceName, device));
        return 'hot';
      },
    });
    await expect(alerts.create(m1, request)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    await Promise.all(facts);
    expect(await given.database.db.collection('alerts').countDocuments({ deviceName })).toBe(0);
  });

  it('loses its alerts, their log and their notices, and a later device of its name keeps its own', async () => {
    const device = await given.device();
    await given.create(m1, device);
    await given.fire(device);
    await given.tellOf(device.deviceName, null);
    const goneAt = given.version;
    await given.tellOf(device.deviceName, device);
    const later = await given.create(m1, device);

    const { deviceName } = device;
    await given.service.get(AlertsService).removeOf([{ deviceName, version: goneAt }]);
    const left = await Promise.all(
      ['alerts', 'alert_log', 'notices'].map((name) =>
        given.database.db.collection(name).find({ deviceName }).toArray(),
      ),
    );
    expect(left.map((rows) => rows.map(({ _id }) => _id))).toEqual([[later.id], [], []]);
    const [newest] = await given.database.db
      .collection<{ fact: Fact }>('fact_outbox')
      .find(
        { 'fact.kind': 'device-status', 'fact.key': deviceName },
        { sort: { 'fact.version': -1 }, limit: 1 },
      )
      .toArray();
    expect(newest?.fact.state).toEqual({ deviceName, firing: 0, silentSince: null });
    await given.fire(device);
    expect((await alertLog.ofDevice(m1, { deviceName }, logPage())).alertLogs).toMatchObject([
      { alertId: later.id },
    ]);
  });
});
