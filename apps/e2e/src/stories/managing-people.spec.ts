import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Location } from '@telemon/contracts/locations';
import type { User } from '@telemon/contracts/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Browser, Page } from 'playwright-core';
import { type Installation, startInstallation } from '../installation.ts';
import { launchChromium, openConsole, seriousViolationsInAnyLook, signIn } from './console-page.ts';
import { stepsOn } from './list-steps.ts';

const PASSWORD = 'a password of theirs';
const FIRST_PAGE = 10;
const REQUIRED = 'This field is required';

describe('managing people and places', () => {
  let installation: Installation;
  let browser: Browser;
  let manager: User;
  let assistant: User;
  let errors: string[][];

  const signedIn = async (email: string, password: string) => {
    const { page, errors: heard } = await openConsole(browser, installation.product.addresses.url);
    errors.push(heard);
    await signIn(page, email, password);
    return { page, ...stepsOn(page) };
  };
  const userOf = async (email: string) =>
    (await installation.api.all<User>('/user', 'users')).find((user) => user.email === email);

  beforeAll(async () => {
    installation = await startInstallation();
    const { make } = installation;
    errors = [];
    manager = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    assistant = await make.manager({
      name: 'Asa Assistant',
      password: PASSWORD,
      userRole: 'assistant',
      managerId: manager.id,
    });
    browser = await launchChromium();
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  }, 60_000);

  describe('an admin', () => {
    let admin: Awaited<ReturnType<typeof signedIn>>;
    let page: Page;
    const email = `${uniqueName('nora')}@example.com`;

    beforeAll(async () => {
      const { adminEmail, adminPassword } = installation.product.addresses;
      admin = await signedIn(adminEmail, adminPassword);
      ({ page } = admin);
    });

    it('has users and locations in the menu, under headings that lead nowhere', async () => {
      expect(await admin.menu()).toEqual(
        expect.arrayContaining(['Users', 'Manage Users', 'Locations', 'Manage Locations']),
      );
      const address = page.url();
      await page.getByRole('button', { name: 'Locations' }).click();
      await page.getByRole('link', { name: 'Manage Locations' }).waitFor({ state: 'hidden' });
      expect(page.url()).toBe(address);
      await page.getByRole('button', { name: 'Locations' }).click();
    });

    it('adds a location within its bounds, and one of each name', async () => {
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

    it('deletes a location, but none that users belong to', async () => {
      const refreshed = page.waitForRequest((asked) => /\/v1\/location\?/.test(asked.url()));
      await admin.remove(manager.locationName, 'Location');
      await admin.hears('Users still belong to this location');
      await refreshed;
      await admin.row(manager.locationName).waitFor();
      await admin.remove('Lyon', 'Location');
      await admin.hears('Deleted!');
      await admin.row('Lyon').waitFor({ state: 'detached' });
    });

    it('turns pages of locations once there is more than one', async () => {
      const { api } = installation;
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

    it('sees of every user also company and role', async () => {
      await page.getByRole('link', { name: 'Manage Users' }).click();
      await page.getByRole('heading', { name: 'Manage Users', level: 1 }).waitFor();
      expect(await admin.columns()).toEqual([
        'SNo',
        'Name',
        'Contact',
        'Email',
        'CompanyName',
        'Role',
        'Options',
      ]);
      expect(await admin.row('Maud Manager').textContent()).toContain('Cold StoresManager');
    });

    it('is told by keyboard alone what is wrong with a new user', async () => {
      await page.goto('/dashboard/user');
      await admin.row('Maud Manager').waitFor();
      await admin.pressOn('Add User');
      await page.waitForURL('**/dashboard/user/create');
      await admin.focusOn('Name');
      expect(await admin.dialog().getByLabel('Manager').count()).toBe(0);
      await admin.typeIn({ Role: 'Assistant' });
      await page.keyboard.press('Tab');
      await admin.focusOn('Manager');
      await admin.pressOn('Add User');
      await admin.focusOn('Name');
      // Name, contact, email, password, manager, company and location.
      await until(async () => (await admin.dialog().getByText(REQUIRED).count()) === 7);
      const faults = {
        Name: ['No', 'At least 3 characters'],
        Contact: ['12', 'invalid contact number'],
        Email: ['nobody', 'This should be a valid email'],
        Password: ['1234567', 'At least 8 characters'],
        'Company Name': ['Co', 'At least 3 characters'],
        'SMS Limit': ['1001', 'At most 1,000'],
      };
      for (const [label, [typed, said]] of Object.entries(faults)) {
        await admin.typeIn({ [label]: typed! });
        await admin.dialog().getByText(said!).first().waitFor();
      }
    });

    it('adds the user by keyboard alone, once the service agrees', async () => {
      await admin.typeIn({
        Name: 'Nora North',
        Contact: '15005550011',
        Email: manager.email,
        Password: PASSWORD,
        Manager: 'Maud',
        'Company Name': 'Cold Cellars',
        Location: assistant.locationName,
        'SMS Limit': '40',
        'Alert Contact': 'Yes',
        'MQTT Admin': 'Active',
      });
      await admin.pressOn('Add User');
      const refusal = `There is already a user with the address ${manager.email}`;
      await admin.dialog().getByRole('alert').getByText(refusal).waitFor();
      await admin.focusOn('Email');
      await admin.typeIn({ Email: email });
      await page.keyboard.press('Enter');
      await admin.hears('User created');
      await admin.dialog().waitFor({ state: 'detached' });
      await admin.row('Nora North').waitFor();
      expect(await userOf(email)).toMatchObject({
        contact: '+15005550011',
        userRole: 'assistant',
        managerId: manager.id,
        companyName: 'Cold Cellars',
        locationId: assistant.locationId,
        smsLimit: 40,
        alertContactStatus: 1,
        mqttAdmin: 'Active',
      });
    });

    it('changes a user, whose role is fixed and whose password stays when it is left blank', async () => {
      await admin.row('Nora North').getByRole('button', { name: 'Edit User' }).click();
      const form = admin.dialog();
      await form.getByLabel('Name', { exact: true }).fill('Nora South');
      expect(await form.getByLabel('Role').isDisabled()).toBe(true);
      await form.getByLabel('Manager').selectOption({ label: 'Mary Manager' });
      const sent = page.waitForRequest((asked) => asked.method() === 'PATCH');
      await form.getByRole('button', { name: 'Save' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ managerChanged: true });
      expect((await sent).postDataJSON()).not.toHaveProperty('password');
      await admin.hears('User updated');
      await admin.row('Nora South').waitFor();
      expect(await userOf(email)).toMatchObject({ managerId: installation.managerId });
      await ApiClient.signIn(installation.product.addresses.url, email, PASSWORD);
    });

    it('deletes a user, saying their role, but not their own account', async () => {
      const sent = page.waitForRequest((asked) => asked.method() === 'DELETE');
      await admin.remove('Nora South', 'User');
      expect(new URL((await sent).url()).searchParams.get('userRole')).toBe('assistant');
      await admin.hears('Deleted!');
      await admin.row('Nora South').waitFor({ state: 'detached' });
      await admin.remove('Administrator', 'User');
      await admin.hears('You can not delete your own account');
      await admin.row('Administrator').waitFor();
    });

    it('says the own password to change the own login', async () => {
      await admin.row('Administrator').getByRole('button', { name: 'Edit User' }).click();
      const form = admin.dialog();
      const current = form.getByLabel('Current Password');
      expect(await current.count()).toBe(0);
      await form.getByLabel('Contact', { exact: true }).fill('+15005550012');
      await form.getByLabel('Location').selectOption({ label: manager.locationName });
      await form.getByLabel(/^Password/).fill('another password');
      await current.fill('not the password');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('The current password is wrong').first().waitFor();
      await form.getByLabel(/^Password/).fill('');
      await current.waitFor({ state: 'detached' });
      await form.getByLabel('Name', { exact: true }).fill('Ada Admin');
      await form.getByRole('button', { name: 'Save' }).click();
      await admin.hears('User updated');
      await page.getByRole('button', { name: 'AA Profile' }).waitFor();
    });

    it('is told where there is no such user', async () => {
      await page.goto('/dashboard/user/nobody');
      await admin.dialog().getByText('There is no such user').waitFor();
    });

    it.each([
      ['/dashboard/user', 'Add User'],
      ['/dashboard/location', 'Add Location'],
    ])('finds nothing in the way of anybody: %s', async (path, label) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await admin.columns();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
      await page.getByRole('button', { name: label }).click();
      await admin.dialog().waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });
  });

  describe('a manager', () => {
    let she: Awaited<ReturnType<typeof signedIn>>;
    let page: Page;
    const email = `${uniqueName('otto')}@example.com`;

    beforeAll(async () => {
      she = await signedIn(manager.email, PASSWORD);
      ({ page } = she);
    });

    it('has users but no locations', async () => {
      const menu = await she.menu();
      expect(menu).toContain('Manage Users');
      expect(menu.filter((entry) => entry.includes('Location'))).toEqual([]);
      await she.isSentHomeFrom('/dashboard/location');
    });

    it('sees the own assistants alone, without company and role', async () => {
      await page.getByRole('link', { name: 'Manage Users' }).click();
      expect(await she.columns()).toEqual(['SNo', 'Name', 'Contact', 'Email', 'Options']);
      await she.row('Asa Assistant').waitFor();
      expect(await page.getByRole('table').locator('tbody tr').count()).toBe(1);
    });

    it('adds an assistant of theirs by keyboard alone, and sets nothing that is for an admin', async () => {
      await she.pressOn('Add User');
      await she.focusOn('Name');
      const form = she.dialog();
      const fixed = ['Role', 'Company Name', 'Location', 'SMS Limit', 'Alert Contact', 'MQTT Admin'];
      for (const label of fixed) expect(await form.getByLabel(label).isDisabled()).toBe(true);
      expect(await form.getByLabel('Manager').count()).toBe(0);
      await until(async () => (await form.getByLabel('Company Name').inputValue()) === manager.companyName);
      expect(await form.getByLabel('Role').inputValue()).toBe('assistant');
      await she.typeIn({ Name: 'Otto Own', Contact: '+15005550013', Email: email, Password: PASSWORD });
      await she.pressOn('Add User');
      await she.hears('User created');
      await she.row('Otto Own').waitFor();
      expect(await userOf(email)).toMatchObject({
        userRole: 'assistant',
        managerId: manager.id,
        companyName: manager.companyName,
        locationId: manager.locationId,
        mqttAdmin: 'Inactive',
      });
    });

    it('changes the assistant', async () => {
      await she.row('Otto Own').getByRole('button', { name: 'Edit User' }).click();
      const form = she.dialog();
      expect(await form.getByLabel('Company Name').isDisabled()).toBe(true);
      await form.getByLabel('Contact', { exact: true }).fill('+15005550014');
      await form.getByRole('button', { name: 'Save' }).click();
      await she.hears('User updated');
      await she.row('+15005550014').waitFor();
    });
  });

  describe('an assistant', () => {
    it('has neither users nor locations', async () => {
      const { menu, isSentHomeFrom } = await signedIn(assistant.email, PASSWORD);
      expect((await menu()).filter((entry) => /User|Location/.test(entry))).toEqual([]);
      for (const path of ['user', 'location']) await isSentHomeFrom(`/dashboard/${path}`);
    });
  });

  it('goes without an error on the page', () => {
    expect(errors.flat()).toEqual([]);
  });
});
