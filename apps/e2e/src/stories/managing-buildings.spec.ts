import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Building } from '@telemon/contracts/devices/buildings';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a manager of tanks';

describe('managing buildings', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;
  let other: User;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Mona Manager' });
    other = await make.manager({ name: 'Otto Other' });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  const buildings = () => story.installation.api.all<Building>('/building', 'building');
  const theBuilding = async (name: string) =>
    (await buildings()).find(({ buildingName }) => buildingName === name)!;

  it('adds a building by a click on the map or by coordinates', async () => {
    await page.getByRole('link', { name: 'Manage Building' }).click();
    await admin.heading('Manage Building');
    await admin.button('Add Building').first().click();
    await page.waitForURL('**/dashboard/building/create');
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    const add = form.getByRole('button', { name: 'Add Building' });
    await form.getByLabel('Building Name').fill('Cold store');
    await form.getByLabel('Manager').selectOption({ label: manager.name });
    await form.getByRole('region', { name: 'Place on the map' }).locator('.leaflet-container').click();
    expect(Number(await form.getByLabel('Latitude').inputValue())).not.toBe(0);
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

  it('gives a building to another manager', async () => {
    await admin.row('Cold store').getByRole('button', { name: 'Edit Building' }).click();
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    await form.getByLabel('Manager').selectOption({ label: other.name });
    await form.getByRole('button', { name: 'Save' }).click();
    await admin.hears('Building updated');
    await admin.row('Cold store').getByText(other.name).waitFor();
  });

  it('lets a manager add an own building, and hides those of others', async () => {
    await story.installation.make.building(other.id, { buildingName: 'Not theirs' });
    const she = await story.signedIn(manager.email, PASSWORD);
    await she.page.goto('/dashboard/building');
    await she.button('Add Building').first().click();
    const form = she.page.getByRole('dialog', { name: 'Add/Edit Building' });
    await form.getByLabel('Building Name').fill('Second store');
    await form.getByLabel('Latitude').fill('45');
    await form.getByLabel('Longitude').fill('5');
    await form.getByRole('button', { name: 'Add Building' }).click();
    await she.row('Second store').waitFor();
    expect(await she.row('Not theirs').count()).toBe(0);
    expect(await theBuilding('Second store')).toMatchObject({ managerId: manager.id });
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
