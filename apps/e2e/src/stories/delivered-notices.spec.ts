import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry, LinkedEntry } from '@telemon/contracts/alerting/alert-log';
import type { DeviceLimits } from '@telemon/contracts/alerting/limits';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { alertLogOf, outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { launchChromium } from '@telemon/testing/chromium';
import { uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, seriousViolationsInBothThemes, signIn } from './console-page.ts';
import { formStepsOn } from './form-steps.ts';

const CONTACT = '+15005550177';
const PASSWORD = 'a password of theirs';
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let installation: Installation;
beforeAll(async () => {
  installation = await useInstallation();
}, 300_000);
afterAll(() => installation?.stop());

it('An SMS is shown as delivered, and its link snoozes the alert', async () => {
  const { make, api, product, managerId } = installation;
  const sensor = await make.sensorType(managerId);
  const { device, mqtt } = await make.device(managerId, [sensor.id]);
  const { deviceName } = device;
  await make.alert(deviceName, { contact: CONTACT, email: null });
  const connection = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
  const isFired = (count: number, state: string) =>
    until(
      async () => {
        const entries = await alertLogOf(api, deviceName);
        return entries.length === count && entries[0]!.delivery.sms.state === state && entries[0];
      },
      { what: `an entry whose SMS is ${state}` },
    ) as Promise<AlertLogEntry>;

  await connection.send({ TC1: 50 });
  await isFired(1, 'delivered');
  const [sms] = await outboxOf(api, { kind: 'sms', to: CONTACT });
  const link = /#(\S+)/.exec(sms!.text)![1]!;
  const visitor = ApiClient.anonymous(product.addresses.url);
  const { entry } = await visitor.expect<{ entry: LinkedEntry }>('POST', '/alertLog/snoozeLinked', {
    link,
    hours: 4,
  });
  expect(entry).toMatchObject({ status: 'Pending', snoozedUntil: expect.any(String) });

  await connection.send({ TC1: 1 });
  await connection.send({ TC1: 51 });
  connection.end();
  const { delivery } = await isFired(2, 'held');
  expect(delivery.sms.reason).toMatch(/^Snoozed until .* by \+15005550177$/);
  expect(await api.get<DeviceLimits>(`/device/${deviceName}/limits`)).toMatchObject({ sms: { used: 1 } });
}, 120_000);

describe('an alert that a manager adds on a phone', () => {
  const recipient = `${uniqueName('night')}@example.com`;
  let deviceName: string;
  let mqtt: MqttLogin;
  let browser: Browser;
  let manager: Page;
  let visitor: Page;
  let link: string;
  const errors: string[][] = [];

  const onPhone = async (): Promise<Page> => {
    const opened = await openConsole(browser, installation.product.addresses.url, PHONE);
    errors.push(opened.errors);
    return opened.page;
  };
  const entries = () => alertLogOf(installation.api, deviceName);
  /** The entry in the manager's alert log. */
  const card = () =>
    manager.getByRole('list', { name: 'Alert Log' }).getByRole('listitem').filter({ hasText: deviceName });

  beforeAll(async () => {
    const { make } = installation;
    const { id, email } = await make.manager({ password: PASSWORD });
    const sensor = await make.sensorType(id, 'Temperature');
    const given = await make.device(id, [sensor.id]);
    ({ mqtt } = given);
    ({ deviceName } = given.device);
    browser = await launchChromium();
    manager = await onPhone();
    await signIn(manager, email, PASSWORD);
  });
  afterAll(() => browser?.close());

  it('fires, and its e-mail has a link', async () => {
    await manager.goto('/dashboard/alert');
    await manager.getByRole('link', { name: 'Add Alert' }).first().tap();
    const { button, choose, field, fill } = formStepsOn(manager);
    await field('Device').tap();
    await manager.getByRole('option', { name: deviceName }).tap();
    await choose('Sensor', 'Temperature');
    await choose('Alert Type', 'Above');
    await fill({ 'Set Point': '8', Email: recipient, Message: '$name is at $data' });
    await button('Add Alert').tap();
    await manager.getByRole('dialog').waitFor({ state: 'detached' });

    const device = await MqttDevice.connect(installation.product.addresses.mqttPort, mqtt);
    await device.send({ TC1: 9.75 });
    device.end();
    const { api } = installation;
    const mail = await until(async () => (await outboxOf(api, { kind: 'email', to: recipient }))[0], {
      what: 'the e-mail in the outbox',
    });
    expect(mail.text).toContain(`Alias ${deviceName} is at 9.75`);
    link = /https?:\/\/\S+\/acknowledge#[\w-]+/.exec(mail.text)![0];
  });

  it('is not acknowledged by the opening of the link', async () => {
    visitor = await onPhone();
    await visitor.goto(link);
    await visitor.getByText(`Alias ${deviceName} is at 9.75`).waitFor();
    await visitor.getByRole('button', { name: 'Acknowledge' }).waitFor();
    expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
    expect(await seriousViolationsInBothThemes(visitor)).toEqual({});
    expect(await entries()).toMatchObject([{ status: 'Pending', ackBy: '' }]);
    await manager.goto('/dashboard/alert/log');
    await card().getByRole('button', { name: 'Pending' }).waitFor();
  });

  it('is acknowledged by one tap, without signing in', async () => {
    await visitor.getByRole('button', { name: 'Acknowledge' }).tap();
    await visitor.getByText(`Acknowledged by ${recipient} on `).waitFor();
    expect(await entries()).toMatchObject([{ status: 'Acknowledged', ackBy: recipient }]);
    await manager.reload();
    await card().getByText('Acknowledged', { exact: true }).waitFor();
    await card().getByText(recipient, { exact: true }).waitFor();
  });

  it('stays acknowledged when the link is opened again', async () => {
    const [acknowledged] = await entries();
    visitor = await onPhone();
    await visitor.goto(link);
    await visitor.getByText(`Acknowledged by ${recipient} on `).waitFor();
    expect(await visitor.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    expect(await entries()).toEqual([acknowledged]);
    expect(errors.flat()).toEqual([]);
  });
});
