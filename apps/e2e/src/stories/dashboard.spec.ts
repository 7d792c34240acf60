import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { User } from '@telemon/contracts/auth/users';
import type { GivenDevice } from '@telemon/testing/given';
import { uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a manager of tanks';

describe('the dashboard', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let north: User;
  let south: User;
  let store: Building;
  let cellar: Floor;
  let roof: Floor;
  let onMap: GivenDevice;
  let onPlan: GivenDevice;

  const cardOf = ({ device }: GivenDevice) =>
    page.getByRole('article').filter({ hasText: device.deviceAlias });
  const open = (search = '') => page.goto(`/dashboard/home${search}`);

  beforeAll(async () => {
    const { make, product } = story.installation;
    north = await make.manager({ name: 'Nora North' });
    south = await make.manager({ name: 'Sam South' });
    const sensor = await make.sensorType(north.id, 'Air temperature °C');
    store = await make.building(north.id, { buildingName: 'Harbour store', lat: 53.55, lng: 9.99 });
    cellar = await make.floor(store.buildingId, 'Cellar');
    roof = await make.floor(store.buildingId, 'Roof garden');
    onMap = await make.device(north.id, [sensor.id]);
    const floorData = { buildingId: store.buildingId, floorMapId: cellar.floorId, xValue: 25, yValue: 40 };
    onPlan = await make.device(north.id, [sensor.id], {
      locationMode: 'Map',
      floorData,
      lat: null,
      lng: null,
    });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('has cards with the fields of the device, in words', async () => {
    await open('?view=cards');
    const card = cardOf(onMap);
    // Green by its status 0, although it has never reported; the header shows that it waits.
    await card.locator('header').getByText('Waiting for the first reading').waitFor();
    expect(await admin.hasColour(card.locator('header'), 'normal')).toBe(true);
    for (const text of [
      onMap.device.deviceName,
      'Customer',
      'Cold Stores',
      'Location',
      north.locationName,
      'Sensors',
      'Air temperature °C',
      'Last Updated',
      'Not Reported',
    ]) {
      await card.getByText(text, { exact: true }).first().waitFor();
    }
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('lists the floors of a building and shows a live plan, each at its own address', async () => {
    await open();
    await page.getByRole('button', { name: 'View Building' }).click();
    await page.getByRole('button', { name: /Harbour store: 1 waiting/ }).click();
    const floors = admin.dialog();
    await floors.getByRole('heading', { name: 'Floors' }).waitFor();
    await floors.getByRole('button', { name: 'Roof garden' }).getByText('No devices').waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await page.setViewportSize({ width: 1440, height: 900 });
    await floors.getByRole('button', { name: 'Cellar' }).click();
    const pin = (state: string) =>
      admin.dialog().getByRole('button', { name: new RegExp(`${onPlan.device.deviceAlias}.*${state}`) });
    await pin('Waiting').waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.reload();
    await pin('Waiting').waitFor();
    const device = await MqttDevice.connect(story.installation.product.addresses.mqttPort, onPlan.mqtt);
    await device.send({ TC1: 4.5 });
    await pin('Normal').waitFor();
    device.end();
    await admin.dialog().getByRole('button', { name: 'Floors' }).click();
    await floors.getByRole('button', { name: 'Cellar' }).getByText('1 normal').waitFor();
    await page.keyboard.press('Escape');
    await floors.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Harbour store: 1 normal' }).waitFor();
  });

  it('updates when a device is moved, given away, deleted or added', async () => {
    const { make, api } = story.installation;
    const own = await story.signedIn(north.email, PASSWORD);
    const button = ({ device }: GivenDevice) => own.page.getByRole('button', { name: device.deviceAlias });
    await button(onMap).waitFor();
    await own.page.getByText('Live', { exact: true }).waitFor();
    const sensor = await make.sensorType(north.id, uniqueName('Sensor'));
    const fresh = await make.device(north.id, [sensor.id], { lat: 48, lng: 16 });
    await button(fresh).waitFor();
    const path = `/device/${fresh.device.deviceName}`;
    const floorData = { buildingId: store.buildingId, floorMapId: roof.floorId, xValue: 5, yValue: 5 };
    await api.expect('PATCH', path, { locationMode: 'Map', floorData });
    await button(fresh).waitFor({ state: 'detached' });
    await own.page.getByRole('button', { name: 'View Building' }).click();
    await own.page.getByRole('button', { name: /Harbour store: 1 of 2 / }).waitFor();
    await api.expect('DELETE', path);
    await own.page.getByRole('button', { name: /Harbour store: 1 [a-z]/ }).waitFor();

    const handed = await make.device(north.id, [sensor.id], { lat: 41, lng: 2 });
    await own.page.getByRole('button', { name: 'View Device' }).click();
    await button(handed).waitFor();
    await api.expect('PATCH', '/bulkUpdate/device', {
      deviceId: [handed.device.deviceName],
      managerId: south.id,
    });
    await button(handed).waitFor({ state: 'detached' });
    expect(await own.page.getByLabel('Location Name').count()).toBe(0);
    await own.page.close();
  });

  it('shows the current value of every sensor on a card, even with long names', async () => {
    const { make, product } = story.installation;
    const names = [
      'Pressure of the inlet bar',
      'Pressure of the pump bar',
      'Motor temperature °C',
      'Flow m³/h',
    ];
    const sensors = await Promise.all(names.map((name) => make.sensorType(north.id, name)));
    const pump = await make.device(
      north.id,
      sensors.map(({ id }) => id),
    );
    const device = await MqttDevice.connect(product.addresses.mqttPort, pump.mqtt);
    await device.send({ TC1: 4.25, TC2: 5.5, TC3: 42.3, TC4: 123_456.78 });
    device.end();
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`?view=cards&customer=${north.id}`);
    const card = cardOf(pump);
    const values = card.getByRole('listitem');
    await values.filter({ hasText: '123,457' }).waitFor();
    const below = (await card.getByText('Customer', { exact: true }).boundingBox())!.y;
    for (const value of await values.all()) {
      const { y, height } = (await value.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(below);
    }
    expect(await values.count()).toBe(4);
  });

  it('has a map that fills its page', async () => {
    await open('?on=buildings');
    await page.getByRole('link', { name: 'Large map' }).click();
    await page.getByRole('heading', { name: 'Maps', level: 1 }).waitFor();
    await page.getByRole('button', { name: /Harbour store/ }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main')!).padding)).toBe('0px');
    // The note about tiles stands below the map until it is read.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    const corner = async () => {
      const { x, y, width, height } = (await page.locator('.leaflet-container').boundingBox())!;
      return [x + width, y + height].map(Math.round);
    };
    await until(async () => expect(await corner()).toEqual([1440, 900]) ?? true, {
      what: 'a map up to the corner of the page',
    });
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('reports no error', () => {
    expect(story.errors()).toEqual([]);
  });
});
