import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Location } from '@telemon/contracts/auth/locations';
import type { User } from '@telemon/contracts/auth/users';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const FIRST_PAGE = 10;
const REQUIRED = 'This field is required';

describe('managing places', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager();
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('adds a location with a name of valid length, and each name once', async () => {
    await page.getByRole('link', { name: 'Manage Locations' }).click();
    await page.getByRole('heading', { name: 'Manage Locations', level: 1 }).waitFor();
    await page.getByText('Where customers are').waitFor();
    expect(await admin.columns()).toEqual(['SNo', 'Name', 'Options']);
    await page.getByRole('button', { name: 'Add Location' }).click();
    await page.waitForURL('**/dashboard/location/create');
    const form = admin.dialog();
    const name = form.getByLabel('Location Name');
    const add = form.getByRole('button', { name: 'Add Location' });
    await add.click();
    await form.getByText(REQUIRED).waitFor();
    await name.fill('Ly');
    await form.getByText('At least 3 characters').waitFor();
    await name.fill('L'.repeat(26));
    expect(await name.inputValue()).toHaveLength(25);
    await name.fill('Lyon');
    await add.click();
    await admin.hears('Location created');
    await admin.row('Lyon').waitFor();

    await page.getByRole('button', { name: 'Add Location' }).click();
    await name.fill('Lyon');
    await add.click();
    await form.getByRole('alert').getByText('There is already a location Lyon').waitFor();
    await form.getByText('There is already one of this name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('deletes a location, but not one with users', async () => {
    const refreshed = page.waitForRequest((asked) => /\/v1\/location\?/.test(asked.url()));
    await admin.remove(manager.locationName, 'Location');
    await admin.hears('Users still belong to this location');
    await refreshed;
    await admin.row(manager.locationName).waitFor();
    await admin.remove('Lyon', 'Location');
    await admin.hears('Deleted!');
    await admin.row('Lyon').waitFor({ state: 'detached' });
  });

  it('has a pager for locations once there is more than one page', async () => {
    const { api } = story.installation;
    const pager = page.getByRole('navigation', { name: 'Pages of the list' });
    expect(await pager.count()).toBe(0);
    const there = await api.all<Location>('/location', 'data');
    for (let count = there.length; count <= FIRST_PAGE; count++) {
      await api.post('/location', { locationName: uniqueName('Place') });
    }
    await page.reload();
    await pager.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.waitForURL('**/dashboard/location?page=2');
    await until(async () => (await page.getByRole('table').locator('tbody tr').count()) === 1);
  });

  it('has no serious accessibility violation', async () => {
    await page.goto('/dashboard/location');
    await admin.columns();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    await admin.button('Add Location').click();
    await admin.dialog().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
