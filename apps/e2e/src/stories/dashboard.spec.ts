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
  let helper: User;
  let store: Building;
  let cellar: Floor;
  let roof: Floor;
  let onMap: GivenDevice;
  let onPlan: GivenDevice;
  let ofSouth: GivenDevice;

  const filter = (name: string, on: Page = page) => on.getByLabel(name, { exact: true });
  const namesIn = async (name: string) => (await filter(name).locator('option').allTextContents()).toSorted();
  const submit = () => page.getByRole('button', { name: 'Submit' }).click();
  const cardOf = ({ device }: GivenDevice, on: Page = page) =>
    on.getByRole('article').filter({ hasText: device.deviceAlias });
  const open = (search = '') => page.goto(`/dashboard/home${search}`);

  beforeAll(async () => {
    const { make, api, product } = story.installation;
    north = await make.manager({ name: 'Nora North' });
    south = await make.manager({ name: 'Sam South' });
    const sensor = await make.sensorType(north.id, 'Air temperature °C');
    const sensorOfSouth = await make.sensorType(south.id, 'Level cm');
    store = await make.building(north.id, { buildingName: 'Harbour store' });
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
    ofSouth = await make.device(south.id, [sensorOfSouth.id], { lat: -33.9, lng: 18.4 });
    const assistant = await api.post<{ user: User }>('/user', {
      name: 'Anna Assistant',
      email: `${uniqueName('anna')}@example.com`,
      password: PASSWORD,
      contact: '+15005550006',
      companyName: 'Cold Stores',
      locationId: north.locationId,
      userRole: 'assistant',
      managerId: north.id,
    });
    await api.post('/assignedDevice', {
      deviceName: onPlan.device.deviceName,
      assistantId: assistant.user.id,
    });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
    helper = assistant.user;
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

  it('lets the admin filter by location and customer, and keeps the filters in the address', async () => {
    await open('?view=cards');
    await cardOf(ofSouth).waitFor();
    await filter('Location Name').selectOption(south.locationName);
    await until(async () => (await namesIn('Customer Name')).join() === 'All,Sam South', {
      what: 'the customers of the location',
    });
    await filter('Customer Name').selectOption('Sam South');
    await cardOf(onMap).waitFor();
    await submit();
    await cardOf(onMap).waitFor({ state: 'detached' });
    await cardOf(ofSouth).waitFor();
    expect(new URL(page.url()).searchParams.get('location')).toBe(south.locationId);
    expect(new URL(page.url()).searchParams.get('customer')).toBe(south.id);

    await page.reload();
    await cardOf(ofSouth).waitFor();
    expect(await cardOf(onMap).count()).toBe(0);
    await filter('Location Name').selectOption({ value: '0' });
    await until(async () => (await namesIn('Customer Name')).includes('Nora North'), {
      what: 'all customers',
    });
    await submit();
    await cardOf(onMap).waitFor();
    expect(new URL(page.url()).search).toBe('?view=cards');
  });

  it('shows that a location and customer have no devices, and a way back to all', async () => {
    const empty = await story.installation.make.manager({ name: 'Eve Empty' });
    await open(`?customer=${empty.id}`);
    await page.getByText('No devices of this location and customer').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: onMap.device.deviceAlias }).waitFor();
  });

  it('lists the floors of a building and shows a live plan, each at its own address', async () => {
    await open();
    await page.getByRole('button', { name: 'View Building' }).click();
    await page.getByRole('button', { name: /Harbour store: 1 Waiting/ }).click();
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
    await floors.getByRole('button', { name: 'Cellar' }).getByText('1 of 1: Normal').waitFor();
    await page.keyboard.press('Escape');
    await floors.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Harbour store: 1 Normal of 1 devices' }).waitFor();
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
    await own.page.getByRole('button', { name: /Harbour store: .* of 2 devices/ }).waitFor();
    await api.expect('DELETE', path);
    await own.page.getByRole('button', { name: /Harbour store: .* of 1 devices/ }).waitFor();

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

  it('updates when another user adds, moves or deletes a building', async () => {
    const { make, api } = story.installation;
    const own = await story.signedIn(north.email, PASSWORD);
    const shed = own.page.getByRole('button', { name: /Tool shed/ });
    await own.page.goto('/dashboard/home?on=buildings');
    await own.page.getByText('Live', { exact: true }).waitFor();
    const { buildingId } = await make.building(north.id, { buildingName: 'Tool shed', lat: -20, lng: 30 });
    await shed.waitFor();
    await api.expect('PATCH', `/building/${buildingId}`, { managerId: south.id });
    await shed.waitFor({ state: 'detached' });
    await api.expect('PATCH', `/building/${buildingId}`, { managerId: north.id });
    await shed.waitFor();
    await api.expect('DELETE', `/building/${buildingId}`);
    await shed.waitFor({ state: 'detached' });
    await own.page.close();
  });

  it('groups devices at the same place of a plan, and shows that the floor was deleted', async () => {
    const { make, api } = story.installation;
    const floor = await make.floor(store.buildingId, 'Attic');
    const sensor = await make.sensorType(north.id, uniqueName('Sensor'));
    const at = { buildingId: store.buildingId, floorMapId: floor.floorId, xValue: 30, yValue: 30 };
    const placed = { locationMode: 'Map', floorData: at, lat: null, lng: null };
    const [one, two] = [
      await make.device(north.id, [sensor.id], placed),
      await make.device(north.id, [sensor.id], placed),
    ];
    await open(`?building=${store.buildingId}&floor=${floor.floorId}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: '2 of 2 devices: Waiting for the first reading' }).press('Enter');
    const link = ({ device }: GivenDevice) =>
      page.getByRole('link', { name: device.deviceAlias, exact: true }).filter({ visible: true });
    await link(one).waitFor();
    await link(two).waitFor();
    for (const { device } of [one, two]) await api.expect('DELETE', `/device/${device.deviceName}`);
    await page.getByRole('button', { name: /of 2 devices/ }).waitFor({ state: 'detached' });
    await api.expect('DELETE', `/floor/${floor.floorId}`);
    await page.getByText('There is no such floor').waitFor();
  });

  it('shows an assistant the assigned devices, without the filters of the admin', async () => {
    const hers = await story.signedIn(helper.email, PASSWORD);
    await hers.page.goto(`/dashboard/home?view=cards&customer=${south.id}`);
    await cardOf(onPlan, hers.page).waitFor();
    expect(await hers.page.getByRole('article').count()).toBe(1);
    expect(await hers.page.getByLabel('Customer Name').count()).toBe(0);
    await hers.page.getByText('Green', { exact: true }).click();
    await cardOf(onPlan, hers.page).waitFor();
    await hers.page.getByText('Red', { exact: true }).click();
    await hers.page.getByText('No device is red').waitFor();
    await hers.page.goto('/dashboard/home');
    await hers.page.getByText('None of these devices stands on the map').waitFor();
    await hers.page.getByRole('button', { name: 'View Building' }).last().click();
    await hers.page.getByRole('button', { name: /Harbour store/ }).waitFor();
    await hers.page.close();
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
    const map = (await page.locator('.leaflet-container').boundingBox())!;
    expect(Math.round(map.x + map.width)).toBe(1440);
    expect(Math.round(map.y + map.height)).toBe(900);
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('reports no error', () => {
    expect(story.errors()).toEqual([]);
  });
});
