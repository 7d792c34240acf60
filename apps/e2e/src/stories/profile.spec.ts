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

  it('lists the sessions, and ends all of them', async () => {
    const elsewhere = await ApiClient.signIn(story.installation.product.addresses.url, email, PASSWORD);
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
});
