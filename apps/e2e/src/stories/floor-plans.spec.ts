import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Device } from '@telemon/contracts/devices/devices';
import { aDrawing, aPlan, type GivenDevice } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';
import { asChosen, dropOn, middleWithin } from './file-steps.ts';

describe('the plans of floors', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;
  let buildingId: string;
  let onPlan: GivenDevice;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Mona Manager' });
    ({ buildingId } = await make.building(manager.id, { buildingName: 'Cold store' }));
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('are uploaded by the file chooser, shown, removed, and dropped on the form', async () => {
    await page.getByRole('link', { name: 'Manage Floor Map' }).click();
    await admin.heading('Manage Floor Map');
    await page.getByRole('link', { name: 'Add Floor' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Floor' });
    const choosing = page.waitForEvent('filechooser');
    await form.getByText('Choose an image').click();
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles(await asChosen(aDrawing()));
    // The dialog stays open, and screen readers announce the message nevertheless.
    await admin.hears('Image uploaded!');
    const preview = form.getByRole('img', { name: 'The plan as it will be seen' });
    await until(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth === 400), {
      what: 'the loaded image',
    });
    await admin.focusOn('Remove Image');
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.keyboard.press('Enter');
    expect((await removed).url()).toMatch(/\/v1\/floor\/upload\/[0-9a-f]{24}\.svg$/);
    await admin.hears('Deleted!');
    await admin.focusOn('Choose an image');

    await dropOn(form.getByText('or drop it here'), aDrawing());
    await preview.waitFor();
    await form.getByLabel('Floor Name').fill('Ground floor');
    const building = form.getByLabel('Building', { exact: true });
    await until(async () => (await building.inputValue()) === 'Cold store', {
      what: 'the choice of the only building',
    });
    await form.getByRole('button', { name: 'Add Floor' }).click();
    await admin.hears('Floor created');
    await admin.row('Ground floor').getByText('Cold store').waitFor();
    expect(await admin.columns()).toEqual(['SNo', 'Floor Name', 'Building Name', 'Created At', 'Options']);
  });

  it('show devices with their state, and link to the page of a device', async () => {
    const { api, make, product } = story.installation;
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
    // A value that has arrived follows the state.
    const pin = (words: string) => plan.getByRole('button', { name: new RegExp(`^${deviceAlias}${words}`) });
    await pin(': Waiting for the first reading').waitFor();
    const image = plan.locator('.leaflet-image-layer');
    const place = async () =>
      (await middleWithin(pin(': Waiting for the first reading'), image)).map((part) => part.toFixed(2));
    // The map may fit the plan into its box between two looks.
    await until(async () => expect(await place()).toEqual(['0.25', '0.40']) ?? true, {
      what: 'the pin at its place on the plan',
    });

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

  it('take the position of a device by arrow keys, by numbers and by a click', async () => {
    const { deviceName } = onPlan.device;
    await page.goto(`/dashboard/device/${deviceName}/edit`);
    const x = page.getByLabel('From the left, %');
    const y = page.getByLabel('From the top, %');
    const pin = page.getByRole('button', { name: 'The device stands here' });
    const at = async () => [await x.inputValue(), await y.inputValue()];
    const isAt = (...place: string[]) =>
      until(async () => expect(await at()).toEqual(place) ?? true, { what: `the position ${place.join()}` });
    await pin.press('ArrowRight');
    await isAt('25.5', '40');
    await pin.press('Shift+ArrowUp');
    await isAt('25.5', '35');
    await x.fill('60');
    const image = page.locator('.leaflet-image-layer');
    await until(async () => Math.abs((await middleWithin(pin, image))[0] - 0.6) < 0.01, {
      what: 'the pin at the typed position',
    });
    const plan = (await image.boundingBox())!;
    await page.mouse.click(plan.x + plan.width * 0.2, plan.y + plan.height * 0.5);
    await until(async () => Math.abs(Number((await at())[0]) - 20) < 1, {
      what: 'the position of the click',
    });
    const [left, top] = await at();
    await admin.button('Save').click();
    await admin.hears('Device updated');
    const { deviceData } = await story.installation.api.get<{ deviceData: Device }>(`/device/${deviceName}`);
    expect(deviceData.floorData).toMatchObject({ xValue: Number(left), yValue: Number(top) });
  });

  it.each([
    ['the list of floors', () => 'floor', () => admin.row('Ground floor')],
    [
      'a plan',
      () => `floor/${onPlan.device.floorData!.floorMapId}`,
      () => admin.dialog().locator('.pin').first(),
    ],
  ])('have no serious accessibility violation in %s', async (_, path, content) => {
    await page.goto(`/dashboard/${path()}`);
    await content().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('have no serious accessibility violation in the form that adds a floor', async () => {
    await page.goto('/dashboard/floor/create');
    await admin
      .dialog()
      .getByLabel('Choose an image')
      .setInputFiles(await asChosen(aPlan()));
    await admin.button('Remove Image').waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('cause no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
