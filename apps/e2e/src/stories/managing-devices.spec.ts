import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { User } from '@telemon/contracts/auth/users';
import { uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';

describe('managing devices', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let maud: User;
  let mila: User;
  let assistant: User;
  let temperature: SensorType;
  let building: Building;
  let floor: Floor;
  const deviceName = uniqueName('room');

  const deviceOf = (name: string) =>
    story.installation.api
      .get<{ deviceData: Device }>(`/device/${name}`)
      .then(({ deviceData }) => deviceData);
  const form = () => admin.dialog();
  const choose = (label: string, option: string) =>
    form().getByLabel(label, { exact: true }).selectOption({ label: option });
  const said = async (words: string, times: number) =>
    until(async () => (await form().getByText(words, { exact: true }).count()) === times, {
      what: `${times} times ${words}`,
    });
  /** Presses and gives back what is sent by it. */
  const sentBy = async (name: string, method: string) => {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === method && answer.url().includes('/device'),
    );
    await form().getByRole('button', { name, exact: true }).click();
    return (await answered).request().postDataJSON() as Record<string, unknown>;
  };

  beforeAll(async () => {
    const { make, product } = story.installation;
    maud = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    mila = await make.manager({ name: 'Mila Manager', password: PASSWORD });
    assistant = await make.manager({
      name: 'Asa Assistant',
      password: PASSWORD,
      userRole: 'assistant',
      managerId: maud.id,
    });
    temperature = await make.sensorType(maud.id, 'Temperature');
    await make.sensorType(mila.id, 'Humidity');
    building = await make.building(maud.id);
    floor = await make.floor(building.buildingId);
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('is told what a new device lacks, with the focus on the first', async () => {
    await page.goto('/dashboard/device/create');
    await admin.focusOn('Device Name');
    expect(await form().getByLabel('SMS Limit').inputValue()).toBe('10');
    expect(await form().getByLabel('Email Limit').inputValue()).toBe('10');
    expect(await form().getByLabel('Limit Refresh').inputValue()).toBe('Monthly');
    await form().getByRole('switch', { name: 'Feed sensors from other channels' }).check();
    await form().getByRole('button', { name: 'Add Device' }).click();
    // Name, alias, manager, first sensor, latitude and longitude; then the four channels.
    await said(REQUIRED, 6);
    await said('Required', 4);
    await admin.focusOn('Device Name');
  });

  it('sees of a device what its template has', async () => {
    await choose('Manager', 'Maud Manager');
    expect(
      await form()
        .getByLabel(/^Sensor \d/)
        .count(),
    ).toBe(4);
    await choose('Template', 'Ultrasonic');
    await form().getByLabel('Sensor 2').waitFor({ state: 'detached' });
    expect(await form().getByLabel('Maximum Depth').inputValue()).toBe('600');
    expect(await form().getByLabel('Value Type').inputValue()).toBe('First');
    expect(await form().getByLabel('Application Type').inputValue()).toBe('Fill');
    await choose('Template', 'Multiple');
    await form().getByLabel('Maximum Depth').waitFor({ state: 'detached' });
  });

  it('takes coordinates from a city or from where the browser is', async () => {
    await form().getByRole('combobox', { name: 'Search a city' }).fill('Berl');
    await page.getByRole('option', { name: 'Berlin' }).click();
    expect(await form().getByLabel('Latitude').inputValue()).toBe('52.52');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 45.7640432, longitude: 4.8356591 });
    await form().getByRole('button', { name: 'Use my position' }).click();
    await until(async () => (await form().getByLabel('Latitude').inputValue()) === '45.764043');
    expect(await form().getByLabel('Longitude').inputValue()).toBe('4.835659');
  });

  it('adds a device, whose login is shown once and can be scanned, and sees its first reading come', async () => {
    await form().getByLabel('Device Name').fill(deviceName);
    await form().getByLabel('Device Alias').fill('Cold room 1');
    await choose('Sensor 1', 'Temperature');
    await form().getByRole('switch', { name: 'Feed sensors from other channels' }).uncheck();
    await form().getByRole('button', { name: 'Add Device' }).click();
    const login = page.getByRole('dialog', { name: `${deviceName} is added` });
    await login.getByText(`-u ${deviceName} -P`).waitFor();
    await login.getByRole('img', { name: 'The MQTT login as a QR code' }).waitFor();
    await login.getByText('Waiting for the first reading…').waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    const password = await login.locator('dt', { hasText: 'Password' }).locator('+ dd code').textContent();
    const { mqttPort } = story.installation.product.addresses;
    const device = await MqttDevice.connect(mqttPort, { username: deviceName, password: password! });
    await device.send({ TC1: 4.5 });
    await login.getByText('The first reading is here').waitFor();
    device.end();
    await page.setViewportSize({ width: 1440, height: 900 });
    await login.getByRole('button', { name: 'Done' }).click();
    await admin.row(deviceName).waitFor();
    expect(await deviceOf(deviceName)).toMatchObject({ managerId: maud.id, sensorId1: temperature.id });
  });

  it('sees nothing of a deleted device in another that gets its name', async () => {
    await admin.remove(deviceName, 'Device');
    await admin.row(deviceName).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add Device' }).first().click();
    await form().getByLabel('Device Name').fill(deviceName);
    await form().getByLabel('Device Alias').fill('Cold room 1');
    await choose('Manager', 'Maud Manager');
    await choose('Sensor 1', 'Temperature');
    await form().getByLabel('Latitude').fill('45.76');
    await form().getByLabel('Longitude').fill('4.84');
    await form().getByRole('button', { name: 'Add Device' }).click();
    const login = page.getByRole('dialog', { name: `${deviceName} is added` });
    await login.getByText('Waiting for the first reading…').waitFor();
    await login.getByRole('button', { name: 'Done' }).click();
    await admin.row(deviceName).waitFor();
  });

  it('sees company and manager, and sorts and searches by them', async () => {
    const columns = ['SNo', 'Name', 'Company', 'Alias', 'Manager', 'Created At', 'Options'];
    expect(await admin.columns()).toEqual(columns);
    await page.getByRole('button', { name: 'Manager', exact: true }).click();
    await page.waitForURL(/sort=managerName/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('Cold room 1');
    await page.waitForURL(/q=Cold/);
    await admin.row(deviceName).waitFor();
  });

  it('places a device on the plan of a floor, and adjusts and maps its sensors', async () => {
    await page.goto(`/dashboard/device/${deviceName}/edit`);
    await form().getByLabel('Device Alias').waitFor();
    expect(await form().getByLabel('Device Name').isDisabled()).toBe(true);
    await form().getByText('Map', { exact: true }).click();
    await choose('Building', building.buildingName);
    await choose('Floor', floor.floorName);
    await form().getByLabel('From the left').fill('25');
    await form().getByLabel('From the top').fill('40');
    await form().getByRole('switch', { name: 'Adjust what the sensors read' }).check();
    await form().getByRole('button', { name: 'Save' }).click();
    await said('Required', 12);
    await admin.focusOn('Sensor 1, range 1: From');
    for (const [place, from] of [0, 10, 20, 30].entries()) {
      const part = (name: string) =>
        form().getByLabel(`Sensor 1, range ${place + 1}: ${name}`, { exact: true });
      await part('From').fill(String(from));
      await part('To').fill(String(from + 10));
      await part('Value').fill('0.5');
    }
    await form().getByRole('switch', { name: 'Feed sensors from other channels' }).check();
    for (const [channel, feeding] of Object.entries({ TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC4' })) {
      await choose(channel, feeding);
    }
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    await form().getByRole('button', { name: 'Save' }).click();
    await admin.hears('Device updated');
    const device = await deviceOf(deviceName);
    expect(device).toMatchObject({
      locationMode: 'Map',
      lat: null,
      floorData: { buildingId: building.buildingId, floorMapId: floor.floorId, xValue: 25, yValue: 40 },
      sensorMapping: { enabled: true, TC1: 'TC2', TC2: 'TC1' },
    });
    expect(device.sensorAdjustment.sensor1).toHaveLength(4);
  });

  it('is told what another manager clears, and says that it is another', async () => {
    await admin.row(deviceName).getByRole('button', { name: 'Edit Device' }).click();
    await choose('Manager', 'Mila Manager');
    await form()
      .getByText(/belong to the former manager and were cleared here/)
      .waitFor();
    expect(await form().getByLabel('Sensor 1').inputValue()).toBe('');
    await form().getByRole('button', { name: 'Save' }).click();
    await admin.focusOn('Sensor 1');
    await choose('Sensor 1', 'Humidity');
    const sent = await sentBy('Save', 'PATCH');
    expect(sent).toMatchObject({ managerId: mila.id, managerChanged: true });
    await admin.hears('Device updated');
    expect(await deviceOf(deviceName)).toMatchObject({
      managerId: mila.id,
      sensorId2: null,
      floorData: null,
    });
  });

  it('is told in red what the service refuses, and keeps what was typed', async () => {
    await page.goto('/dashboard/device/create');
    await form().getByLabel('Device Name').fill(deviceName);
    await form().getByLabel('Device Alias').fill('Another one');
    await choose('Manager', 'Maud Manager');
    await choose('Sensor 1', 'Temperature');
    await form().getByLabel('Latitude').fill('45');
    await form().getByLabel('Longitude').fill('4');
    await form().getByRole('button', { name: 'Add Device' }).click();
    const refusal = form()
      .getByRole('alert')
      .getByText(/taken|already/);
    await refusal.waitFor();
    expect(await admin.hasColour(refusal, 'firing')).toBe(true);
    expect(await form().getByLabel('Device Alias').inputValue()).toBe('Another one');
  });

  it('gives many devices to another manager at once, or none', async () => {
    const { make } = story.installation;
    const given = [
      await make.device(maud.id, [temperature.id]),
      await make.device(maud.id, [temperature.id]),
    ];
    const [one, other] = given.map(({ device }) => device);
    const { device: gone } = await make.device(maud.id, [temperature.id]);
    await page.goto('/dashboard/device');
    await page.getByRole('button', { name: 'Bulk Edit' }).click();
    await form().getByRole('button', { name: 'Save' }).click();
    await form().getByText('Choose at least one device').waitFor();
    await said(REQUIRED, 1);
    for (const { deviceAlias, deviceName: name } of [one!, other!, gone]) {
      await form().getByRole('searchbox').fill(name);
      await form().getByRole('checkbox', { name: deviceAlias }).check();
    }
    await form().getByText('Chosen (3)').waitFor();
    // One that somebody deletes meanwhile is not in the way of the others.
    await story.installation.api.expect('DELETE', `/device/${gone.deviceName}`);
    await form().getByText('Chosen (2)').waitFor();
    await choose('Manager', 'Mila Manager');
    await form()
      .getByText(/All are changed or none/)
      .waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    const asGiven = { deviceId: [one!.deviceName, other!.deviceName], managerId: mila.id };
    expect(await sentBy('Save', 'PATCH')).toEqual(asGiven);
    await admin.hears('2 devices updated');
    for (const { device } of given) {
      expect(await deviceOf(device.deviceName)).toMatchObject({ managerId: mila.id, sensorId1: null });
    }
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

    it('is told of each row what is wrong, and adds nothing', async () => {
      await page.goto('/dashboard/device');
      await page.getByRole('button', { name: 'Import' }).click();
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
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('adds all of them, and saves their logins once', async () => {
      await take(...names.map((name) => `${name},Cold room,Temperature,45,4`));
      await form().getByText('All 2 devices in it can be added').waitFor();
      await form().getByRole('button', { name: 'Add 2 devices' }).click();
      const made = page.getByRole('dialog', { name: '2 devices are added' });
      await made.waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
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

  describe('by a manager', () => {
    let she: Steps;

    beforeAll(async () => {
      await story.installation.make.device(maud.id, [temperature.id]);
      she = await story.signedIn(maud.email, PASSWORD);
    });

    it('sees neither company nor manager nor Bulk Edit', async () => {
      await she.page.goto('/dashboard/device');
      expect(await she.columns()).toEqual(['SNo', 'Name', 'Alias', 'Created At', 'Options']);
      expect(await she.page.getByRole('button', { name: 'Bulk Edit' }).count()).toBe(0);
    });

    it('adds devices that are their own, within limits that an admin sets', async () => {
      await she.page.getByRole('button', { name: 'Add Device' }).click();
      const fixed = ['Manager', 'SMS Limit', 'Email Limit', 'Limit Refresh', 'Weather'];
      for (const label of fixed) expect(await she.dialog().getByLabel(label).isDisabled()).toBe(true);
      const name = uniqueName('hers');
      await she.dialog().getByLabel('Device Name').fill(name);
      await she.dialog().getByLabel('Device Alias').fill('Her own');
      await she.dialog().getByLabel('Sensor 1').selectOption({ label: 'Temperature' });
      await she.dialog().getByLabel('Latitude').fill('45');
      await she.dialog().getByLabel('Longitude').fill('4');
      await she.dialog().getByRole('button', { name: 'Add Device' }).click();
      await she.page.getByRole('dialog', { name: `${name} is added` }).waitFor();
      expect(await deviceOf(name)).toMatchObject({ managerId: maud.id, smsLimit: 10, weather: 'disabled' });
    });
  });

  it('is read by an assistant, who has nothing to add or to change', async () => {
    const { api, make } = story.installation;
    const { device } = await make.device(maud.id, [temperature.id]);
    await api.post('/assignedDevice', { deviceName: device.deviceName, assistantId: assistant.id });
    const he = await story.signedIn(assistant.email, PASSWORD);
    await he.page.goto('/dashboard/device');
    expect(await he.columns()).toEqual(['SNo', 'Name', 'Alias', 'Created At']);
    expect(await he.page.getByRole('button', { name: 'Add Device' }).count()).toBe(0);
  });

  it.each([
    ['in the list', () => '/dashboard/device', 'Add Device'],
    ['in the form that adds a device', () => '/dashboard/device/create', 'Cancel'],
  ])('finds nothing in the way of anybody %s', async (_what, address, button) => {
    await page.goto(address());
    await page.getByRole('button', { name: button }).first().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('goes without an error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
