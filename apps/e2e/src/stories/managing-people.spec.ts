import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';

describe('managing people', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;
  let assistant: User;
  const email = `${uniqueName('nora')}@example.com`;
  const userOf = async (address: string) =>
    (await story.installation.api.all<User>('/user', 'users')).find((user) => user.email === address);

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    assistant = await make.manager({
      name: 'Asa Assistant',
      password: PASSWORD,
      userRole: 'assistant',
      managerId: manager.id,
    });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('shows the company and role of every user', async () => {
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

  it('shows the errors of a new user, by keyboard only', async () => {
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
      'Confirm Password': ['another', 'Password and Repeat Password should match!'],
      'Company Name': ['Co', 'At least 3 characters'],
      'SMS Limit': ['1001', 'At most 1,000'],
    };
    for (const [label, [typed, said]] of Object.entries(faults)) {
      await admin.typeIn({ [label]: typed! });
      await admin.dialog().getByText(said!).first().waitFor();
    }
    await admin.typeIn({ Email: `${'n'.repeat(40)}@example.com` });
    await admin.dialog().getByText('At most 50 characters').waitFor();
  });

  it('adds the user by keyboard only, once the service accepts them', async () => {
    await admin.typeIn({
      Name: 'Nora North',
      Contact: '15005550011',
      Email: manager.email,
      Password: PASSWORD,
      'Confirm Password': PASSWORD,
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

  it('changes a user, but not their role, and keeps the password if it is left blank', async () => {
    await admin.row('Nora North').getByRole('button', { name: 'Edit User' }).click();
    const form = admin.dialog();
    await form.getByLabel('Name', { exact: true }).fill('Nora South');
    expect(await form.getByLabel('Role').isDisabled()).toBe(true);
    await form.getByLabel('Manager').selectOption({ label: 'Mary Manager' });
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await form.getByRole('button', { name: 'Save' }).click();
    expect((await answered).request().postDataJSON()).toEqual({
      name: 'Nora South',
      managerId: story.installation.managerId,
      managerChanged: true,
    });
    await admin.hears('User updated');
    await admin.row('Nora South').waitFor();
    expect(await userOf(email)).toMatchObject({ managerId: story.installation.managerId });
    await ApiClient.signIn(story.installation.product.addresses.url, email, PASSWORD);
  });

  it('deletes a user, with their role in the request, but not the own account', async () => {
    const sent = page.waitForRequest((asked) => asked.method() === 'DELETE');
    await admin.remove('Nora South', 'User');
    expect(new URL((await sent).url()).searchParams.get('userRole')).toBe('assistant');
    await admin.hears('Deleted!');
    await admin.row('Nora South').waitFor({ state: 'detached' });
    await admin.remove('Administrator', 'User');
    await admin.hears('You cannot delete your own account');
    await admin.row('Administrator').waitFor();
  });

  it('requires the current password to change the own login, but no field that was empty before', async () => {
    await admin.row('Administrator').getByRole('button', { name: 'Edit User' }).click();
    const form = admin.dialog();
    const current = form.getByLabel('Current Password');
    expect(await current.count()).toBe(0);
    await form.getByLabel('Password', { exact: true }).fill('another password');
    await form.getByLabel('Confirm Password').fill('another password');
    await current.fill('not the password');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The current password is wrong').first().waitFor();
    await form.getByLabel('Password', { exact: true }).fill('');
    await current.waitFor({ state: 'detached' });
    await form.getByLabel('Name', { exact: true }).fill('Ada Admin');
    await form.getByRole('button', { name: 'Save' }).click();
    await admin.hears('User updated');
    await page.getByRole('button', { name: 'AA Profile' }).waitFor();
  });

  it('shows that a user does not exist', async () => {
    await page.goto('/dashboard/user/nobody');
    await admin.dialog().getByText('There is no such user').waitFor();
  });

  it.each([
    ['that adds a user', '/dashboard/user/create'],
    ['that changes a user', () => `/dashboard/user/${manager.id}`],
  ])('has no serious accessibility violation in the form %s', async (_what, address) => {
    await page.goto(typeof address === 'string' ? address : address());
    await admin.focusOn('Name');
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('has no serious accessibility violation in the list and in its confirmation', async () => {
    await page.goto('/dashboard/user');
    await admin.columns();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    await page.getByRole('button', { name: 'Delete User' }).first().click();
    await page.getByRole('alertdialog', { name: 'Are You Sure ?' }).waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  describe('by a manager', () => {
    let she: Steps;
    const hers = `${uniqueName('otto')}@example.com`;

    beforeAll(async () => {
      she = await story.signedIn(manager.email, PASSWORD);
      ({ page } = she);
    });

    it('shows only their own assistants, without company and role', async () => {
      await page.getByRole('link', { name: 'Manage Users' }).click();
      expect(await she.columns()).toEqual(['SNo', 'Name', 'Contact', 'Email', 'Options']);
      await she.row('Asa Assistant').waitFor();
      expect(await page.getByRole('table').locator('tbody tr').count()).toBe(1);
    });

    it('adds an assistant by keyboard only, and disables the fields that only an admin sets', async () => {
      await she.pressOn('Add User');
      await she.focusOn('Name');
      const form = she.dialog();
      const fixed = ['Role', 'Company Name', 'Location', 'SMS Limit', 'Alert Contact', 'MQTT Admin'];
      for (const label of fixed) expect(await form.getByLabel(label).isDisabled()).toBe(true);
      expect(await form.getByLabel('Manager').count()).toBe(0);
      await until(async () => (await form.getByLabel('Company Name').inputValue()) === manager.companyName);
      expect(await form.getByLabel('Role').inputValue()).toBe('assistant');
      await she.typeIn({
        Name: 'Otto Own',
        Contact: '+15005550013',
        Email: hers,
        Password: PASSWORD,
        'Confirm Password': PASSWORD,
      });
      await she.pressOn('Add User');
      await she.hears('User created');
      await she.row('Otto Own').waitFor();
      expect(await userOf(hers)).toMatchObject({
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

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
