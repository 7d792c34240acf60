import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@telemon/contracts/alerting/events';
import { alertLogOf, outboxOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { launchChromium } from '@telemon/testing/chromium';
import { type GivenDevice, uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { ProductAddresses } from '@telemon/testing/whole-product';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, seriousViolations, signIn } from './console-page.ts';
import { stepsOn } from './list-steps.ts';

const RECIPIENT = 'night-shift@example.com';

describe('the first day with Telemon', () => {
  let installation: Installation;
  let addresses: ProductAddresses;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let api: ApiClient;
  let freezer: GivenDevice;
  let sensorName: string;
  let device: MqttDevice;

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId } = installation;
    ({ api } = installation);
    ({ addresses } = installation.product);
    sensorName = uniqueName('Temperature');
    const sensor = await make.sensorType(managerId, sensorName);
    freezer = await make.device(managerId, [sensor.id]);
    device = await MqttDevice.connect(addresses.mqttPort, freezer.mqtt);
    browser = await launchChromium();
    ({ page, errors } = await openConsole(browser, addresses.url));
  }, 300_000);

  afterAll(async () => {
    device?.end();
    await browser?.close();
    await installation?.stop();
  });

  /** Chooses an option in the open dialog. */
  const choose = async (label: string, option: string | RegExp) => {
    await page.getByRole('dialog').getByLabel(label).first().click();
    await page.getByRole('option', { name: option }).first().click();
  };

  it('leads a visitor to the sign-in page, and refuses a wrong password inline', async () => {
    await page.goto('/');
    await page.waitForURL(/\/auth\/login/);
    await page.getByLabel('Email').fill(addresses.adminEmail);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(page.url()).toContain('/auth/login');
  });

  it('signs in and shows the fleet', async () => {
    await signIn(page, addresses.adminEmail, addresses.adminPassword);
    await page.getByText(freezer.device.deviceAlias).or(page.locator('.leaflet-container')).first().waitFor();
  });

  it('shows a value on the device page as it arrives, without a reload', async () => {
    await page.goto(`/dashboard/info/${freezer.device.deviceName}`);
    await page.getByText('No Data Available').first().waitFor();
    await page.evaluate('window.notReloaded = true');
    await until(
      async () => {
        await device.send({ TC1: 4.25 });
        return page.getByText('4.25').first().isVisible();
      },
      { everyMs: 250, what: 'the value on the page' },
    );
    expect(await page.evaluate('window.notReloaded')).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('adds an alert, and its firing appears in the log and in the outbox', async () => {
    await page.goto('/dashboard/alert');
    await page.getByRole('link', { name: 'Add Alert' }).click();
    const dialog = page.getByRole('dialog');
    await choose('Device', new RegExp(freezer.device.deviceAlias));
    await choose('Sensor', sensorName);
    await choose('Value Type', 'Current');
    await choose('Alert Type', 'Above');
    await dialog.getByLabel('Set Point').fill('8');
    await dialog.getByLabel('Contact').fill('15005550006');
    await dialog.getByLabel('Email').fill(RECIPIENT);
    await dialog.getByLabel('Message', { exact: true }).fill('$name is at $data');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^(Save|Add|Submit)/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Above').first().waitFor();

    await device.send({ TC1: 9.75 });
    const entry = await until(async () => (await alertLogOf(api, freezer.device.deviceName))[0], {
      what: 'an entry in the alert log',
    });
    expect(entry).toMatchObject({ value: 9.75, status: 'Pending', alertType: 'Above' });
    await page.getByRole('tab', { name: 'Alert Log' }).click();
    await page.getByText('Pending').first().waitFor();

    const mail = await until(async () => (await outboxOf(api, { kind: 'email', to: RECIPIENT }))[0], {
      what: 'the mail in the outbox',
    });
    expect(mail.text).toContain(`${freezer.device.deviceAlias} is at 9.75`);
    const sms = await until(
      async () =>
        (await outboxOf(api, { kind: 'sms' })).find(({ text }) => text.includes(freezer.device.deviceAlias)),
      { what: 'the SMS in the outbox' },
    );
    expect(sms).toMatchObject({ to: '+15005550006', text: expect.stringContaining('is at 9.75') });
  });

  it('acknowledges by a click on the Pending chip', async () => {
    const table = page.getByRole('table');
    await table.getByRole('button', { name: 'Pending' }).first().click();
    await table.getByText('Acknowledged', { exact: true }).first().waitFor();
    expect((await alertLogOf(api, freezer.device.deviceName))[0]).toMatchObject({ status: 'Acknowledged' });
  });

  it('edits the alert, and tries it: the test message appears in the outbox', async () => {
    await page.goto('/dashboard/alert');
    const row = page.getByRole('row', { name: freezer.device.deviceName });
    await row.getByRole('link', { name: 'Edit Alert' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Set Point').fill('12');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText(/above 12/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('Normal').waitFor();
    await row.getByRole('button', { name: 'Send a test message' }).click();
    await stepsOn(page).hears('Test message: ');
    const test = await until(
      async () =>
        (await outboxOf(api, { kind: 'email', to: RECIPIENT })).find(({ subject }) =>
          subject.startsWith('Test: '),
        ),
      { what: 'the test message in the outbox' },
    );
    expect(test.text).toContain(`Test, no alert has fired: ${freezer.device.deviceAlias} is at 13`);
    expect(await alertLogOf(api, freezer.device.deviceName)).toHaveLength(1);
  });

  it('adds an event, and its occurrence is recorded', async () => {
    const { deviceName } = freezer.device;
    await page.goto(`/dashboard/event/create?device=${deviceName}`);
    const dialog = page.getByRole('dialog');
    await choose('Sensor', sensorName);
    await dialog.getByLabel('Set Point').fill('9');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add Event' }).click();
    await page.getByRole('row', { name: deviceName }).getByText('Above').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await seriousViolations(page)).toEqual([]);

    await device.send({ TC1: 10.5 });
    await until(async () => (await api.get<{ events: Event[] }>('/event')).events[0]?.occurring, {
      what: 'the occurrence of the event',
    });
    await page.goto(`/dashboard/info/${deviceName}?tab=active-events`);
    await page.getByRole('tabpanel').getByRole('cell', { name: 'Above' }).waitFor();
  });

  it('logs out and asks to sign in again', async () => {
    await page.getByRole('button', { name: /profile|account/i }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(/\/auth\/login/);
    await page.goto('/dashboard/device');
    await page.waitForURL(/\/auth\/login/);
    expect(errors).toEqual([]);
  });
});
