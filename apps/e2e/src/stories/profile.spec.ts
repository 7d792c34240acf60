import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/users';
import { outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Browser, Page } from 'playwright-core';
import { type Installation, startInstallation } from '../installation.ts';
import { launchChromium, openConsole, seriousViolationsInAnyLook, signIn } from './console-page.ts';
import { formStepsOn } from './form-steps.ts';
import { stepsOn } from './list-steps.ts';

const PASSWORD = 'a password of theirs';
const NEW_PASSWORD = 'an even newer one';
const REQUIRED = 'This field is required';

describe('the profile', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let steps: ReturnType<typeof stepsOn> & ReturnType<typeof formStepsOn>;
  let owner: User;
  const email = `${uniqueName('olga')}@example.com`;
  const result = (words: string) => page.getByRole('status').getByText(words);
  const save = async (colour: 'normal' | 'firing') => {
    const words = colour === 'normal' ? 'Profile update success' : 'Profile update failed';
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await steps.button('Save').click();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    await result(words).waitFor();
    expect(await steps.hasColour(result(words), colour)).toBe(true);
    return body;
  };

  beforeAll(async () => {
    installation = await startInstallation();
    owner = await installation.make.manager({ name: 'Olga Owner', password: PASSWORD });
    browser = await launchChromium();
    ({ page, errors } = await openConsole(browser, installation.product.addresses.url));
    steps = { ...stepsOn(page), ...formStepsOn(page) };
    await signIn(page, owner.email, PASSWORD);
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  }, 60_000);

  beforeEach(async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('opens from the menu, with a role that is only read', async () => {
    await page.getByRole('button', { name: 'Profile' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).press('Enter');
    await page.waitForURL('**/dashboard/profile');
    await steps.heading('Edit Profile');
    expect(await steps.field('Role').inputValue()).toBe('Manager');
    expect(await steps.field('Role').isDisabled()).toBe(true);
    expect(await steps.field('Contact').inputValue()).toBe(owner.contact.slice(1));
  });

  it('says at the fields what is wrong', async () => {
    await steps.fill({ Name: 'Ol', Password: NEW_PASSWORD, 'Confirm Password': 'another one' });
    await steps.button('Save').click();
    for (const fault of ['At least 3 characters', 'Password and Repeat Password should match!', REQUIRED]) {
      await page.getByText(fault).first().waitFor();
    }
    await steps.focusOn('Name');
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('is saved without a password that was left blank, and shows at once who one is', async () => {
    await steps.fill({ Name: 'Olga Orlov', Password: '', 'Confirm Password': '' });
    await steps.fill({ 'Company Address': '2 Quay Street', Country: 'France' });
    expect(await steps.field('Current Password').count()).toBe(0);
    const body = await save('normal');
    expect(Object.keys(body).filter((name) => /password|role/i.test(name))).toEqual([]);
    expect(body).toMatchObject({ name: 'Olga Orlov', country: 'France' });
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menu').getByText('Olga Orlov').waitFor();
    await page.keyboard.press('Escape');
  });

  it('changes the email only for who knows the password, and tells the old address', async () => {
    await steps.fill({ Email: email, 'Current Password': 'not the password' });
    await save('firing');
    await page.getByText('The current password is wrong').first().waitFor();
    await steps.focusOn('Current Password');
    await steps.fill({ 'Current Password': PASSWORD });
    expect(await save('normal')).not.toHaveProperty('password');
    await until(
      async () =>
        (await outboxOf(installation.api, { to: owner.email })).some(
          ({ subject }) => subject === 'Your Telemon e-mail address was changed',
        ),
      { what: 'the letter to the old address' },
    );
    expect(await steps.field('Current Password').count()).toBe(0);
  });

  it('changes the password, and sends it once', async () => {
    await steps.fill({
      Password: NEW_PASSWORD,
      'Confirm Password': NEW_PASSWORD,
      'Current Password': PASSWORD,
    });
    const body = await save('normal');
    expect(body).toMatchObject({ password: NEW_PASSWORD, currentPassword: PASSWORD });
    expect(body).not.toHaveProperty('confirmPassword');
    expect(await steps.field('Password').inputValue()).toBe('');
  });

  it('lists where one is signed in, and ends it everywhere', async () => {
    const elsewhere = await ApiClient.signIn(installation.product.addresses.url, email, NEW_PASSWORD);
    await page.reload();
    const open = page.getByRole('listitem').filter({ hasText: 'used' });
    await open.nth(1).waitFor();
    expect(await open.filter({ hasText: 'This browser' }).allTextContents()).toEqual([
      expect.stringContaining('Chrome on Linux'),
    ]);
    await steps.button('Sign out everywhere').press('Enter');
    await steps.atLogin();
    expect(await steps.stored()).toBeNull();
    await until(async () => (await elsewhere.send('GET', '/device')).status === 401, {
      timeoutMs: 5_000,
      what: 'the end of the other session',
    });
    expect(errors).toEqual([]);
  });
});
