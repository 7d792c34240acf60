import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Building } from '@telemon/contracts/devices/buildings';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

describe('managing buildings', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Mona Manager' });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  const buildings = () => story.installation.api.all<Building>('/building', 'building');
  const theBuilding = async (name: string) =>
    (await buildings()).find(({ buildingName }) => buildingName === name)!;

  it('adds a building by a click on the map or by coordinates', async () => {
    await page.getByRole('link', { name: 'Manage Building' }).click();
    await admin.heading('Manage Building');
    await page.getByRole('link', { name: 'Add Building' }).first().click();
    await page.waitForURL('**/dashboard/building/create');
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    const add = form.getByRole('button', { name: 'Add Building' });
    await form.getByLabel('Building Name').fill('Cold store');
    await admin.choose('Manager', manager.name);
    await form.getByRole('region', { name: 'Place on the map' }).locator('.leaflet-container').click();
    await until(async () => Number(await form.getByLabel('Latitude').inputValue()) !== 0, {
      what: 'the position of the click',
    });
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 48.2, longitude: 16.4 });
    await form.getByRole('button', { name: 'Use my position' }).click();
    await until(async () => (await form.getByLabel('Latitude').inputValue()) === '48.2', {
      what: 'the position of the browser',
    });
    await form.getByLabel('Latitude').fill('45.76');
    await form.getByLabel('Longitude').fill('4.84');
    await add.click();
    await admin.hears('Building created');
    await admin.row('Cold store').getByText(manager.name).waitFor();
    expect(await theBuilding('Cold store')).toMatchObject({ managerId: manager.id, lat: 45.76, lng: 4.84 });
  });

  it.each([
    ['the list of buildings', async () => 'building', () => admin.row('Cold store')],
    ['the form that adds a building', async () => 'building/create', () => admin.dialog()],
    [
      'the form that edits a building',
      async () => `building/${(await theBuilding('Cold store')).buildingId}`,
      () => admin.dialog(),
    ],
  ])('has no serious accessibility violation in %s', async (_, path, content) => {
    await page.goto(`/dashboard/${await path()}`);
    await content().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
