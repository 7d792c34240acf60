import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { GivenAlerts, m1, m2, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import { Snoozes } from '../delivery/snoozes.ts';
import { AlertsService } from './alerts.service.ts';
import { Snoozing } from './snoozing.service.ts';

let given: GivenAlerts;
let snoozing: Snoozing;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  snoozing = given.service.get(Snoozing);
});
afterAll(() => given.stop());

const givenAlert = async () => {
  const device = await given.device();
  const { id: alertId } = await given.create(m1, device);
  return { device, which: { deviceName: device.deviceName, alertId } };
};
const shownOf = ({ alertId }: { alertId: string }) => given.service.get(AlertsService).get(m1, alertId);

it('A snoozed alert says so, holds the notices of its firings with the name of the user, and can be woken', async () => {
  const { device, which } = await givenAlert();
  const before = Date.now();
  const snoozed = await snoozing.snooze(s1, { ...which, hours: 4 });
  expect(snoozed).toEqual({ snoozedUntil: expect.any(String), snoozedBy: 'Sam' });
  expect(Date.parse(snoozed.snoozedUntil!)).toBeGreaterThanOrEqual(before + 4 * HOUR_MS);
  expect(await shownOf(which)).toMatchObject(snoozed);
  const lastDelivery = async () => {
    const page = { limit: 1, offset: 0 };
    const { alertLogs } = await given.service.get(AlertLogService).ofDevice(m1, device, page);
    return alertLogs[0]!.delivery.sms;
  };
  await given.fire(device);
  expect(await lastDelivery()).toMatchObject({ state: 'held', reason: expect.stringMatching(/ by Sam$/) });

  expect(await snoozing.snooze(m1, { ...which, hours: 0 })).toEqual({ snoozedUntil: null, snoozedBy: null });
  expect(await shownOf(which)).toMatchObject({ snoozedUntil: null, snoozedBy: null });
  await given.fire(device, 5);
  await given.fire(device);
  expect(await lastDelivery()).toMatchObject({ state: 'queued' });
});

it('The silences of a device are snoozed by themselves', async () => {
  const { which } = await givenAlert();
  const silences = { ...which, alertId: null };
  const { snoozedUntil } = await snoozing.snooze(m1, { ...silences, hours: 1 });
  const stored = await given.service.get(Snoozes).of([`silence of ${which.deviceName}`], Date.now());
  expect([...stored.values()]).toEqual([{ until: new Date(snoozedUntil!), by: 'Mona' }]);
  expect(await shownOf(which)).toMatchObject({ snoozedUntil: null });
});

it('A new device is not snoozed because a deleted one of its name was', async () => {
  const { device, which } = await givenAlert();
  const { deviceName } = device;
  const snoozes = () => given.database.db.collection('snoozes').countDocuments({ deviceName });
  for (const alertId of [which.alertId, null]) await snoozing.snooze(m1, { deviceName, alertId, hours: 24 });
  expect(await snoozes()).toBe(2);
  await given.tellOf(deviceName, null);
  const gone = [{ deviceName, version: given.version }];
  const cleanUp = () => given.service.get(AlertsService).removeOf(gone);
  await cleanUp();
  expect(await snoozes()).toBe(0);
  await given.tellOf(deviceName, device);
  await snoozing.snooze(m1, { deviceName, alertId: null, hours: 1 });
  await cleanUp();
  expect(await snoozes()).toBe(1);
});

it('Open pages learn of a snooze and of its end', async () => {
  const { which } = await givenAlert();
  const publish = jest.spyOn(given.service.get(LiveAlerts), 'publish');
  await snoozing.snooze(m1, { ...which, hours: 1 });
  await snoozing.snooze(m1, { ...which, hours: 0 });
  const update = [{ ...which, entryId: null }, 'snoozed'];
  expect(publish.mock.calls).toEqual([update, update]);
  publish.mockRestore();
});

it('A device or an alert that the user may not see answers as a missing one', async () => {
  const { which } = await givenAlert();
  const { which: other } = await givenAlert();
  for (const by of [m2, s2, nobody]) {
    for (const alertId of [which.alertId, null])
      await expect(snoozing.snooze(by, { ...which, alertId, hours: 1 })).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
  }
  for (const alertId of [other.alertId, 'f'.repeat(24)])
    await expect(snoozing.snooze(m1, { ...which, alertId, hours: 1 })).rejects.toMatchObject({
      code: 'AlertNotFound',
    });
  for (const one of [which, other]) expect(await shownOf(one)).toMatchObject({ snoozedUntil: null });
});
