import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const NEW_PASSWORD = 'an even newer one';

describe('the profile', () => {
  const story = consoleStory();
  let page: Page;
  let steps: Steps;
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
    owner = await story.installation.make.manager({ name: 'Olga Owner', password: PASSWORD });
    steps = await story.signedIn(owner.email, PASSWORD);
    ({ page } = steps);
  });

  it('opens from the menu, without a serious accessibility violation', async () => {
    await page.getByRole('button', { name: 'Profile' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).press('Enter');
    await page.waitForURL('**/dashboard/profile');
    await steps.heading('Edit Profile');
    await page.getByRole('listitem').filter({ hasText: 'used' }).first().waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is saved without a blank password, and the menu shows the new name at once', async () => {
    await steps.fill({ Name: 'Olga Orlov', Password: '', 'Confirm Password': '' });
    await steps.fill({ 'Company Address': '2 Quay Street', Country: 'France' });
    expect(await steps.field('Current Password').count()).toBe(0);
    const body = await save('normal');
    expect(body).toEqual({ name: 'Olga Orlov', companyAddress: '2 Quay Street', country: 'France' });
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menu').getByText('Olga Orlov').waitFor();
    await page.keyboard.press('Escape');
  });

  it('changes the email only with the current password, and notifies the old address', async () => {
    await steps.fill({ Email: email, 'Current Password': 'not the password' });
    await save('firing');
    await page.getByText('The current password is wrong').first().waitFor();
    await steps.focusOn('Current Password');
    await steps.fill({ 'Current Password': PASSWORD });
    expect(await save('normal')).not.toHaveProperty('password');
    await until(
      async () =>
        (await outboxOf(story.installation.api, { to: owner.email })).some(
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
    expect(await save('normal')).toEqual({ password: NEW_PASSWORD, currentPassword: PASSWORD });
    expect(await steps.field('Password').inputValue()).toBe('');
  });

  it('lists the sessions, and ends all of them', async () => {
    const elsewhere = await ApiClient.signIn(story.installation.product.addresses.url, email, NEW_PASSWORD);
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
      what: 'the end of the other session',
    });
    expect(story.errors()).toEqual([]);
  });

  it('of the first admin accepts a new password without a number and a location', async () => {
    const { adminEmail, adminPassword } = story.installation.product.addresses;
    const admin = await story.signedIn(adminEmail, adminPassword);
    await admin.page.goto('/dashboard/profile');
    await admin.heading('Edit Profile');
    expect(await admin.field('Contact').inputValue()).toBe('');
    await admin.fill({ Password: NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
    await admin.fill({ 'Current Password': adminPassword });
    await admin.button('Save').click();
    await admin.hears('Profile update success');
    const { url } = story.installation.product.addresses;
    const api = await ApiClient.signIn(url, adminEmail, NEW_PASSWORD);
    const { users } = await api.get<{ users: User[] }>(`/user?q=${encodeURIComponent(adminEmail)}`);
    // Restores the password, because other test files share this installation.
    const former = { password: adminPassword, currentPassword: NEW_PASSWORD };
    await api.expect('PATCH', `/user/${users[0]!.id}`, former);
  });
});
