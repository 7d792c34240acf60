import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import type { Steps } from './console-story.ts';
import { deviceStory } from './device-story.ts';

describe('adding devices', () => {
  const { story, form, choose, isChosen, deviceOf } = deviceStory();
  let admin: Steps;
  let page: Page;
  let maud: User;
  let temperature: SensorType;
  const deviceName = uniqueName('room');

  beforeAll(() => {
    ({ admin, page, maud, temperature } = story);
  });

  it('takes coordinates from the position of the browser', async () => {
    await page.goto('/dashboard/device/create');
    await choose('Manager', 'Maud Manager');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 45.7640432, longitude: 4.8356591 });
    await form().getByRole('button', { name: 'Use my position' }).click();
    await until(async () => (await form().getByLabel('Latitude').inputValue()) === '45.764043');
    expect(await form().getByLabel('Longitude').inputValue()).toBe('4.835659');
  });

  it('adds a device, shows its login once with a QR code, and shows its first reading', async () => {
    await form().getByLabel('Device Name').fill(deviceName);
    await form().getByLabel('Device Alias').fill('Cold room 1');
    await isChosen('Sensor 1', 'Temperature');
    await form().getByRole('button', { name: 'Add Device' }).click();
    const login = page.getByRole('dialog', { name: `${deviceName} is added` });
    await login.getByText(`-u ${deviceName} -P`).waitFor();
    await login.getByRole('img', { name: 'The MQTT login as a QR code' }).waitFor();
    await login.getByText('Waiting for the first reading…').waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    const password = await login.locator('dt', { hasText: 'Password' }).locator('+ dd code').textContent();
    const { mqttPort } = story.installation.product.addresses;
    const device = await MqttDevice.connect(mqttPort, { username: deviceName, password: password! });
    await device.send({ TC1: 4.5 });
    await login.getByText('The first reading is here').waitFor();
    await until(async () => (await deviceOf(deviceName)).presence.connected);
    device.end();
    await until(async () => !(await deviceOf(deviceName)).presence.connected);
    await page.setViewportSize({ width: 1440, height: 900 });
    await login.getByRole('button', { name: 'Done' }).click();
    await admin.row(deviceName).waitFor();
    expect(await deviceOf(deviceName)).toMatchObject({ managerId: maud.id, sensorId1: temperature.id });
  });

  it('shows no data of a deleted device in a new one of its name', async () => {
    await admin.remove(deviceName, 'Device');
    await admin.row(deviceName).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Add Device' }).first().click();
    await form().getByLabel('Device Name').fill(deviceName);
    await form().getByLabel('Device Alias').fill('Cold room 1');
    await choose('Manager', 'Maud Manager');
    await isChosen('Sensor 1', 'Temperature');
    await form().getByLabel('Latitude').fill('45.76');
    await form().getByLabel('Longitude').fill('4.84');
    await form().getByRole('button', { name: 'Add Device' }).click();
    const login = page.getByRole('dialog', { name: `${deviceName} is added` });
    await login.getByText('Waiting for the first reading…').waitFor();
    await login.getByRole('button', { name: 'Done' }).click();
    await admin.row(deviceName).waitFor();
  });

  it('shows the whole way of a reading without the device, by a test that is marked as one', async () => {
    await page.goto(`/dashboard/info/${deviceName}`);
    await page.getByRole('button', { name: 'Send a test reading' }).click();
    await page.getByRole('tabpanel').getByText('Test', { exact: true }).waitFor();
    await page.locator('dd').getByText('Test', { exact: true }).waitFor();
    await page.getByText('21.5').first().waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
  });

  describe('from a file', () => {
    const names = [uniqueName('file'), uniqueName('file')];
    const fileOf = (...rows: string[]) => ({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['deviceName,deviceAlias,sensor1,lat,lng', ...rows].join('\n')),
    });
    const take = (...rows: string[]) =>
      form()
        .locator('input[type="file"]')
        .setInputFiles(fileOf(...rows));

    it('shows the error of each row, and adds nothing', async () => {
      await page.goto('/dashboard/device');
      await page.getByRole('link', { name: 'Import' }).click();
      await choose('Manager', 'Maud Manager');
      await take(`${names[0]},Cold room,Temperature,45,4`, `${deviceName},Cold room,Pressure,95,4`);
      await form().getByText('One row of 2 is wrong: nothing is added yet').waitFor();
      const faults = await form().getByRole('row').allTextContents();
      expect(faults.filter((row) => row.startsWith('3'))).toEqual(
        expect.arrayContaining([expect.stringContaining('There is no such sensor')]),
      );
      await form().getByText('One row is right').click();
      const right = form().getByRole('group', { name: 'Devices that can be added, row by row' });
      await right.getByRole('row', { name: `2 ${names[0]}` }).waitFor();
      expect(await form().getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
      expect(await seriousViolationsInBothThemes(page)).toEqual({});
    });

    it('adds all devices, and saves their logins once', async () => {
      await take(...names.map((name) => `${name},Cold room,Temperature,45,4`));
      await form().getByText('All 2 devices in it can be added').waitFor();
      await form().getByRole('button', { name: 'Add 2 devices' }).click();
      const made = page.getByRole('dialog', { name: '2 devices are added' });
      await made.waitFor();
      expect(await seriousViolationsInBothThemes(page)).toEqual({});
      const saved = page.waitForEvent('download');
      await made.getByRole('button', { name: 'Save the logins' }).click();
      const file = await readFile(await (await saved).path(), 'utf8');
      const [, ...rows] = file.trim().split('\r\n');
      expect(rows.map((row) => row.split(',')[0])).toEqual(names.map((name) => `"${name}"`));
      const [, , password] = rows[0]!.split(',').map((cell) => cell.slice(1, -1));
      const { mqttPort } = story.installation.product.addresses;
      const device = await MqttDevice.connect(mqttPort, { username: names[0]!, password: password! });
      device.end();
      await made.getByRole('button', { name: 'Done' }).click();
      expect(await deviceOf(names[1]!)).toMatchObject({ managerId: maud.id, sensorId1: temperature.id });
    });
  });

  it.each([
    ['in the list', '/dashboard/device', 'link', 'Add Device'],
    ['in the form that adds a device', '/dashboard/device/create', 'button', 'Cancel'],
  ] as const)('has no serious accessibility violation %s', async (_, address, role, name) => {
    await page.goto(address);
    await page.getByRole(role, { name }).first().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
