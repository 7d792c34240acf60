import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { uniqueName } from '@telemon/testing/given';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';

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

  it('adds a user by keyboard only, once the service accepts them', async () => {
    await page.getByRole('link', { name: 'Manage Users' }).click();
    await admin.row('Maud Manager').waitFor();
    await admin.pressOn('Add User');
    await page.waitForURL('**/dashboard/user/create');
    await admin.focusOn('Name');
    await admin.typeIn({
      Role: 'Assistant',
      Name: 'Nora North',
      Contact: '15005550011',
      Email: manager.email,
    });
    await admin.tabTo('Invite by e-mail');
    await page.keyboard.press('Space');
    await admin.typeIn({
      Password: PASSWORD,
      'Confirm Password': PASSWORD,
      Manager: 'Maud Manager',
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
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
