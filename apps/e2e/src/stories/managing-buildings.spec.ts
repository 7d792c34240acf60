import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Building } from '@telemon/contracts/devices/buildings';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a manager of tanks';
const REQUIRED = 'This field is required';

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
      what: 'the position of the browser',
    });
    await form.getByLabel('Latitude').fill('45.76');
    await form.getByLabel('Longitude').fill('4.84');
    await add.click();
    await admin.hears('Building created');
    await admin.row('Cold store').getByText(manager.name).waitFor();
    expect(await admin.columns()).toEqual(['SNo', 'Building Name', 'Manager Name', 'Created At', 'Options']);
    expect(await theBuilding('Cold store')).toMatchObject({ managerId: manager.id, lat: 45.76, lng: 4.84 });
  });

  it('edits a building but not its name, and sends that the manager has changed', async () => {
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

  it('keeps the form open with the reason in red if a building cannot be saved', async () => {
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

  it('gives a building back to its first manager', async () => {
    await admin.row('Cold store').getByRole('button', { name: 'Edit Building' }).click();
    const form = page.getByRole('dialog', { name: 'Add/Edit Building' });
    await form.getByLabel('Manager').selectOption({ label: manager.name });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await theBuilding('Cold store')).toMatchObject({ managerId: manager.id });
  });

  it('lets a manager add an own building, and hides those of others', async () => {
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
