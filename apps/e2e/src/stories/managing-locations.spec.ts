import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

describe('managing locations', () => {
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

  it('adds each location once', async () => {
    await page.getByRole('link', { name: 'Manage Locations' }).click();
    await page.getByRole('heading', { name: 'Manage Locations', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Add Location' }).click();
    await page.waitForURL('**/dashboard/location/create');
    const form = admin.dialog();
    const name = form.getByLabel('Location Name');
    const add = form.getByRole('button', { name: 'Add Location' });
    await name.fill('Lyon');
    await add.click();
    await admin.hears('Location created');
    await admin.row('Lyon').waitFor();

    await page.getByRole('link', { name: 'Add Location' }).click();
    await name.fill('Lyon');
    await add.click();
    await form.getByRole('alert').getByText('There is already a location Lyon').waitFor();
    await form.getByText('There is already one of this name').waitFor();
    await page.goto('/dashboard/location');
  });

  it('deletes a location, but not one with users', async () => {
    await admin.remove(manager.locationName, 'Location');
    await admin.hears('Users still belong to this location');
    await admin.row(manager.locationName).waitFor();
    await admin.remove('Lyon', 'Location');
    await admin.hears('Deleted!');
    await admin.row('Lyon').waitFor({ state: 'detached' });
  });

  it('has no serious accessibility violation', async () => {
    await page.goto('/dashboard/location');
    await admin.columns();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    await page.getByRole('link', { name: 'Add Location' }).click();
    await admin.dialog().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
