import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { User } from '@telemon/contracts/auth/users';
import { aPlan, type GivenDevice } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';
import { asChosen, dropOn, middleWithin } from './file-steps.ts';

const PASSWORD = 'a manager of tanks';
const REQUIRED = 'This field is required';

describe('buildings and the plans of their floors', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;
  let other: User;
  let assistant: User;
  let onPlan: GivenDevice;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Mona Manager' });
    other = await make.manager({ name: 'Otto Other' });
    assistant = await make.manager({
      name: 'Asa Assistant',
      userRole: 'assistant',
      managerId: manager.id,
    });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  const buildings = () => story.installation.api.all<Building>('/building', 'building');
  const theBuilding = async (name: string) =>
    (await buildings()).find(({ buildingName }) => buildingName === name)!;

  it('adds a building where somebody clicks on the map, or types', async () => {
    await page.getByRole('link', { name: 'Manage Building' }).click();
    await admin.heading('Manage Building');
    await page.getByText('Buildings that devices stand in').waitFor();
    await admin.button('Add Building').first().click();
    await page.waitForURL('**/dashboard/building/create');
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    const add = form.getByRole('button', { name: 'Add Building' });
    await add.click();
    await until(async () => (await form.getByText(REQUIRED).count()) === 4, { what: 'four required fields' });
    await form.getByLabel('Building Name').fill('Co');
    await form.getByText('At least 3 characters').waitFor();
    await form.getByLabel('Building Name').fill('C'.repeat(26));
    expect(await form.getByLabel('Building Name').inputValue()).toHaveLength(25);
    await form.getByLabel('Building Name').fill('Cold store');
    await form.getByLabel('Manager').selectOption({ label: manager.name });
    await form.getByRole('region', { name: 'Place on the map' }).locator('.leaflet-container').click();
    expect(Number(await form.getByLabel('Latitude').inputValue())).not.toBe(0);
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 48.2, longitude: 16.4 });
    await form.getByRole('button', { name: 'Use my position' }).click();
    await until(async () => (await form.getByLabel('Latitude').inputValue()) === '48.2', {
      what: 'the own position',
    });
    await form.getByLabel('Latitude').fill('45.76');
    await form.getByLabel('Longitude').fill('4.84');
    await add.click();
    await admin.hears('Building created');
    await admin.row('Cold store').getByText(manager.name).waitFor();
    expect(await admin.columns()).toEqual(['SNo', 'Building Name', 'Manager Name', 'Created At', 'Options']);
    expect(await theBuilding('Cold store')).toMatchObject({ managerId: manager.id, lat: 45.76, lng: 4.84 });
  });

  it('edits all of a building but its name, and says that its manager changed', async () => {
    await admin.row('Cold store').getByRole('button', { name: 'Edit Building' }).click();
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    expect(await form.getByLabel('Building Name').isDisabled()).toBe(true);
    await form.getByLabel('Manager').selectOption({ label: other.name });
    await form.getByText('Its floors go along to this manager').waitFor();
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await form.getByRole('button', { name: 'Save' }).click();
    expect((await answered).request().postDataJSON()).toEqual({ managerId: other.id, managerChanged: true });
    await admin.hears('Building updated');
    await admin.row('Cold store').getByText(other.name).waitFor();
  });

  it('keeps the form open with the reason, in red, where a building is not saved', async () => {
    const { api, make } = story.installation;
    const { buildingId } = await make.building(manager.id, { buildingName: 'Torn down' });
    await page.reload();
    await admin.row('Torn down').getByRole('button', { name: 'Edit Building' }).click();
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    await form.getByLabel('Latitude').fill('46');
    await api.expect('DELETE', `/building/${buildingId}`);
    await form.getByRole('button', { name: 'Save' }).click();
    const reason = form.getByRole('alert');
    await reason.getByText('There is no such building').waitFor();
    expect(await admin.hasColour(reason, 'firing')).toBe(true);
    expect(await form.getByLabel('Latitude').inputValue()).toBe('46');
    await page.goto(`${page.url().split('/dashboard/')[0]}/dashboard/building`);
  });

  it('gives a building back', async () => {
    await admin.row('Cold store').getByRole('button', { name: 'Edit Building' }).click();
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    await form.getByLabel('Manager').selectOption({ label: manager.name });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await theBuilding('Cold store')).toMatchObject({ managerId: manager.id });
  });

  it('asks for a name and an image of a floor of the only building, and says at once what no image is', async () => {
    await page.getByRole('link', { name: 'Manage Floor Map' }).click();
    await admin.heading('Manage Floor Map');
    await admin.button('Add Floor').first().click();
    const form = page.getByRole('dialog', { name: 'Add Floor' });
    const chosen = form.getByLabel('Building').locator('option:checked', { hasText: 'Cold store' });
    await chosen.waitFor({ state: 'attached' });
    await form.getByRole('button', { name: 'Add Floor' }).click();
    for (const wanted of ['Floor name is required', 'Please upload an image!']) {
      await form.getByText(wanted, { exact: true }).waitFor();
    }
    const image = form.getByLabel('Choose an image');
    expect(await image.getAttribute('accept')).toBe('.png,.jpeg,.jpg,.svg');
    await image.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await form.getByText('plan.pdf is no .png, .jpeg, .jpg or .svg image').waitFor();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/v1/floor/upload'));
    await image.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    const { message } = (await (await refused).json()) as { message: string };
    // As a toast, which leaves, and beside the field, where it stays.
    await until(async () => (await page.getByText(message).count()) === 2, { what: message });
  });

  it('uploads an image by the file chooser, shows it, removes it and takes another that is dropped', async () => {
    const form = page.getByRole('dialog', { name: 'Add Floor' });
    const choosing = page.waitForEvent('filechooser');
    await form.getByText('Choose an image').click();
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles(await asChosen(aPlan()));
    // The dialog stays open, and a screen reader hears of it all the same.
    await admin.hears('Image uploaded!');
    const preview = form.getByRole('img', { name: 'The plan as it will be seen' });
    await until(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth === 400), {
      what: 'the image itself',
    });
    await admin.focusOn('Remove Image');
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.keyboard.press('Enter');
    expect((await removed).url()).toMatch(/\/v1\/floor\/upload\/[0-9a-f]{24}\.svg$/);
    await page.getByText('Deleted!').first().waitFor();
    await admin.focusOn('Choose an image');

    await dropOn(form.getByText('or drop it here'), aPlan());
    await preview.waitFor();
    await form.getByLabel('Floor Name').fill('Ground floor');
    await form.getByLabel('Building').selectOption({ label: 'Cold store' });
    await form.getByRole('button', { name: 'Add Floor' }).click();
    await admin.hears('Floor created');
    await admin.row('Ground floor').getByText('Cold store').waitFor();
    expect(await admin.columns()).toEqual(['SNo', 'Floor Name', 'Building Name', 'Created At', 'Options']);
  });

  it("shows a floor's plan with its device as it is now, which leads to the device's own page", async () => {
    const { api, make, product } = story.installation;
    const { buildingId } = await theBuilding('Cold store');
    const { floor } = await api.get<{ floor: { floorId: string }[] }>(`/floorByBuilding/${buildingId}`);
    const sensor = await make.sensorType(manager.id);
    const floorData = { buildingId, floorMapId: floor[0]!.floorId, xValue: 25, yValue: 40 };
    onPlan = await make.device(manager.id, [sensor.id], { locationMode: 'Map', floorData });
    await make.device(manager.id, [sensor.id], {
      locationMode: 'Map',
      floorData: { ...floorData, xValue: 75 },
    });
    const { deviceAlias, deviceName } = onPlan.device;

    await admin.row('Ground floor').getByRole('link', { name: 'Ground floor' }).click();
    const plan = page.getByRole('region', { name: 'Plan of Ground floor, Cold store' });
    const pin = (words: string) => plan.getByRole('button', { name: `${deviceAlias}${words}`, exact: true });
    await pin(': Waiting for the first reading').waitFor();
    const image = plan.locator('.leaflet-image-layer');
    const [x, y] = await middleWithin(pin(': Waiting for the first reading'), image);
    expect([x.toFixed(2), y.toFixed(2)]).toEqual(['0.25', '0.40']);

    const device = await MqttDevice.connect(product.addresses.mqttPort, onPlan.mqtt);
    await device.send({ TC1: 4.5 });
    device.end();
    await pin(': Normal').press('Enter');
    const card = page.getByRole('dialog', { name: `${deviceAlias}: Normal` });
    await card.getByText(/^Updated/).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await pin(': Normal').press('Enter');
    await card.getByRole('link', { name: deviceAlias }).click();
    await page.waitForURL(`**/dashboard/info/${deviceName}`);
    await page.getByRole('tab', { name: 'Floor Map' }).click();
    await pin(', this device: Normal').waitFor();
    expect(await plan.getByRole('button', { name: /^Alias/ }).count()).toBe(2);
  });

  it('moves a device on its plan by arrow keys, by numbers and by a click', async () => {
    const { deviceName } = onPlan.device;
    await page.goto(`/dashboard/device/${deviceName}/edit`);
    const x = page.getByLabel('From the left, %');
    const y = page.getByLabel('From the top, %');
    const pin = page.getByRole('button', { name: 'The device stands here' });
    const at = async () => [await x.inputValue(), await y.inputValue()];
    const isAt = (...place: string[]) =>
      until(async () => expect(await at()).toEqual(place) ?? true, { what: `the place ${place.join()}` });
    await pin.press('ArrowRight');
    await isAt('25.5', '40');
    await pin.press('Shift+ArrowUp');
    await isAt('25.5', '35');
    await x.fill('60');
    const image = page.locator('.leaflet-image-layer');
    await until(async () => Math.abs((await middleWithin(pin, image))[0] - 0.6) < 0.01, {
      what: 'the pin where it was typed',
    });
    const plan = (await image.boundingBox())!;
    await page.mouse.click(plan.x + plan.width * 0.2, plan.y + plan.height * 0.5);
    await until(async () => Math.abs(Number((await at())[0]) - 20) < 1, { what: 'the place of the click' });
    const [left, top] = await at();
    await admin.button('Save').click();
    await admin.hears('Device updated');
    const { deviceData } = await story.installation.api.get<{ deviceData: Device }>(`/device/${deviceName}`);
    expect(deviceData.floorData).toMatchObject({ xValue: Number(left), yValue: Number(top) });
  });

  it('deletes neither a floor that devices stand on, nor a building that has floors', async () => {
    await page.goto('/dashboard/floor');
    await admin.remove('Ground floor', 'Floor');
    await admin.hears('Devices still stand on the floor');
    await page.goto('/dashboard/building');
    await admin.remove('Cold store', 'Building');
    await admin.hears('The building still has floors or devices');
    await story.installation.make.building(manager.id, { buildingName: 'Empty shed' });
    await page.reload();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(request.url());
    });
    await admin.row('Empty shed').getByRole('button', { name: 'Delete Building' }).click();
    // Somebody in a hurry presses twice.
    await page.getByRole('button', { name: 'Yes' }).dblclick();
    await admin.hears('Deleted!');
    await admin.row('Empty shed').waitFor({ state: 'detached' });
    expect(asked).toHaveLength(1);
  });

  it("gives a manager a building of their own, and hides everybody else's", async () => {
    await story.installation.make.building(other.id, { buildingName: 'Not theirs' });
    const she = await story.signedIn(manager.email, PASSWORD);
    await she.page.goto('/dashboard/building');
    expect(await she.columns()).toEqual(['SNo', 'Building Name', 'Created At', 'Options']);
    expect(await she.row('Not theirs').count()).toBe(0);
    await she.button('Add Building').click();
    const form = she.page.getByRole('dialog', { name: 'Add/Edit Building' });
    expect(await form.getByLabel('Manager').count()).toBe(0);
    await form.getByLabel('Building Name').fill('Second store');
    await form.getByLabel('Latitude').fill('45');
    await form.getByLabel('Longitude').fill('5');
    await form.getByRole('button', { name: 'Add Building' }).click();
    await she.row('Second store').waitFor();
    expect(await theBuilding('Second store')).toMatchObject({ managerId: manager.id });
  });

  it('shows an assistant the buildings of their devices, and nothing to change them by', async () => {
    const { deviceName } = onPlan.device;
    await story.installation.api.post('/assignedDevice', { deviceName, assistantId: assistant.id });
    const they = await story.signedIn(assistant.email, PASSWORD);
    await they.page.goto('/dashboard/building');
    expect(await they.columns()).toEqual(['SNo', 'Building Name', 'Created At']);
    expect(await they.page.getByRole('table').locator('tbody tr').count()).toBe(1);
    expect(await they.button('Add Building').count()).toBe(0);
    await they.isSentHomeFrom('/dashboard/floor');
    await they.page.goto(`/dashboard/info/${deviceName}?tab=floor-map`);
    const pins = they.page.getByRole('region', { name: 'Plan of Ground floor' }).getByRole('button');
    await pins
      .filter({ has: they.page.locator('svg') })
      .first()
      .waitFor();
    expect(await pins.filter({ has: they.page.locator('svg') }).count()).toBe(1);
  });

  describe('finds nothing in the way of anybody', () => {
    const look = async (path: string, arrive: () => Promise<unknown>) => {
      await page.goto(`/dashboard/${path}`);
      await arrive();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    };

    it('in the list of buildings', () => look('building', () => admin.row('Cold store').waitFor()));

    it('who adds a building', () => look('building/create', () => admin.dialog().waitFor()));

    it('who edits one', async () => {
      const { buildingId } = await theBuilding('Cold store');
      await look(`building/${buildingId}`, () => admin.dialog().waitFor());
    });

    it('in the list of floors', () => look('floor', () => admin.row('Ground floor').waitFor()));

    it('who adds a floor', async () => {
      const image = await asChosen(aPlan());
      await look('floor/create', async () => {
        await admin.dialog().getByLabel('Choose an image').setInputFiles(image);
        await admin.button('Remove Image').waitFor();
      });
    });

    it('who looks at a plan', () =>
      look(`floor/${onPlan.device.floorData!.floorMapId}`, () =>
        admin.dialog().locator('.pin').first().waitFor(),
      ));
  });

  it('goes without an error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
