import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import type { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice, aUser } from '@telemon/testing/builders';
import { FakeBroker } from '@telemon/testing/fake-broker';
import { anAlert } from '../../testing/given-alerts.ts';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { withoutDevices } from '../../testing/without-devices.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import { laneOf } from '../delivery/notice.ts';
import { TestMessages } from './test-messages.service.ts';
import { AlertsService } from './alerts.service.ts';

let given: GivenDelivery;
let devices: { stop(): Promise<void> };
let broker: FakeBroker;

beforeAll(async () => {
  devices = await withoutDevices();
  broker = await FakeBroker.start();
  given = await GivenDelivery.start();
  given.service = await given.startReplica({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
  await given.stop();
  await broker.stop();
  await devices.stop();
});

let version = 0;
/** An alert with these changes, on a known device. */
const alertOn = async (changes: Record<string, unknown> = {}, device: DeviceState = aDevice()) => {
  const fact = { kind: 'device', key: device.deviceName, version: ++version, state: device } as const;
  await given.service.get(FactCopies).of('device').apply([fact]);
  return given.service.get(AlertsService).create(SYSTEM, anAlert(device.deviceName, changes));
};
const test = (id: string) => given.service.get(TestMessages).send(SYSTEM, id);
/** Delivers the notices of a device, and returns them. */
const delivered = async (deviceName: string) => {
  const delivery = given.service.get(DeliveryService);
  for (const notice of await given.notices.find({ deviceName }).toArray())
    await delivery.deliver(laneOf(notice), notice._id);
  return given.notices.find({ deviceName }).toArray();
};
const queued = expect.objectContaining({ state: 'queued', reason: null });

describe('a test message', () => {
  it('goes over each channel of the alert with sample values, and says that it is a test', async () => {
    const device = aDevice({ deviceAlias: 'Cold room 2', sensorNames: ['Pressure bar', null, null, null] });
    const target = { host: broker.address, port: broker.port, topic: 'plant/alerts' };
    const { id, deviceName } = await alertOn(
      { message: '$name: $data, set point $setpoint', mqttEnabled: 'enabled', ...target },
      device,
    );
    expect(await test(id)).toEqual({ sms: queued, email: queued, mqtt: queued });
    const sent = await delivered(deviceName);
    expect(sent.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    const body = 'Test, no alert has fired: Cold room 2: 11, set point 10';
    expect(given.providers.sms.at(-1)).toMatchObject({ to: '+15005550007', body });
    const { raw, to } = given.providers.emails.at(-1)!;
    expect(to).toEqual(['on-call@example.com']);
    expect(raw).toMatch(/^Subject: Test: Cold room 2: 11 bar, above 10 bar since /m);
    expect(raw).not.toContain('Acknowledge');
    const published = broker.published.map(({ payload }) => JSON.parse(payload) as unknown);
    expect(published.map((payload) => MqttAlertMessage.parse(payload))).toMatchObject([
      { deviceName, value: 11, setPoints: [10], message: body, test: true },
    ]);
  });

  it('makes no alert-log entry, and leaves the alert and the status as they are', async () => {
    const { id, deviceName } = await alertOn();
    await test(id);
    const { db } = given.database;
    expect(await db.collection('alert_log').countDocuments({ deviceName })).toBe(0);
    expect(await db.collection('fact_outbox').countDocuments({ 'fact.kind': 'device-status' })).toBe(0);
    expect(await given.service.get(AlertsService).get(SYSTEM, id)).toMatchObject({ firing: false });
  });

  it('goes only to the recipients that the alert names', async () => {
    const user = aUser({ id: 'a9', userRole: 'admin', alertContactStatus: 1, email: 'copy@example.com' });
    await given.service
      .get(FactCopies)
      .of('user')
      .apply([{ kind: 'user', key: user.id, version: 1, state: user }]);
    const { id, deviceName } = await alertOn({ contact: null });
    const none = { state: 'none', reason: null, at: null };
    expect(await test(id)).toEqual({ sms: none, email: queued, mqtt: none });
    const notices = await given.notices.find({ deviceName }).toArray();
    expect(notices.map(({ to }) => to)).toEqual(['on-call@example.com']);
  });

  it('counts against the limits of the device, and shows that a limit held it', async () => {
    const device = aDevice({ smsLimit: 1, emailLimit: 5, limitRefresh: 'Daily' });
    const { id } = await alertOn({}, device);
    await test(id);
    const { sms, email } = await test(id);
    expect(sms).toMatchObject({
      state: 'held',
      reason: 'The device’s limit of 1 SMS a day is used up',
    });
    expect(email).toEqual(queued);
  });

  it('can be sent five times an hour for an alert, and for another alert then', async () => {
    const [one, other] = [await alertOn(), await alertOn()];
    for (let time = 0; time < 5; time++) await test(one.id);
    await expect(test(one.id)).rejects.toMatchObject({
      code: 'TooManyTests',
      failure: {
        kind: 'limited',
        message: 'Too many test messages of this alert were asked for. Try again in 60 min',
        retryAfterS: expect.any(Number),
      },
    });
    expect(await test(other.id)).toMatchObject({ sms: queued });
  });

  it('that could not be sent for ten minutes is not sent any more', async () => {
    const { id, deviceName } = await alertOn({ contact: null });
    await test(id);
    const createdAt = new Date(Date.now() - 11 * 60_000);
    await given.notices.updateOne({ deviceName }, { $set: { createdAt, attempts: 1 } });
    const emails = given.providers.emails.length;
    expect(await delivered(deviceName)).toMatchObject([
      { state: 'failed', reason: 'It came too late to be of use' },
    ]);
    expect(given.providers.emails).toHaveLength(emails);
  });

  it.each([
    ['Above', { values: [10] }, '11'],
    ['Below', { values: [10] }, '9'],
    ['In Between', { values: [8, 2] }, '5'],
    ['Restrict Range', { values: [2, 8] }, '9'],
    ['Periodic', { values: [10], timePeriod: 6 }, '–'],
  ])('of %s %j has %s in the place of the value', async (alertType, criteria, sample) => {
    const { id, deviceName } = await alertOn({ alertType, criteria, message: '$data' });
    await test(id);
    const texts = (await given.notices.find({ deviceName }).toArray()).map(({ text }) => text);
    expect(texts).toEqual([sample, sample]);
  });
});
