import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/users';
import { ApiClient } from '@telemon/testing/api-client';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';

describe('signing in', () => {
  const story = consoleStory();
  let page: Page;
  let steps: Steps;
  let owner: User;

  beforeAll(async () => {
    owner = await story.installation.make.manager({ name: 'Olga Owner', password: PASSWORD });
    steps = await story.visitor();
    ({ page } = steps);
  }, 60_000);

  describe('by keyboard alone', () => {
    it('leads a visitor to the login, and says at the fields what is wrong', async () => {
      await page.goto('/dashboard/device');
      await steps.atLogin();
      await steps.focusOn('Email');
      await page.keyboard.press('Enter');
      await page.getByText(REQUIRED).nth(1).waitFor();
      await steps.focusOn('Email');
      await steps.typeIn({ Email: 'nobody', Password: 'short' });
      await page.keyboard.press('Enter');
      await page.getByText('This should be a valid email').waitFor();
      await page.getByText('At least 8 characters').waitFor();
      await steps.focusOn('Email');
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('says inline that the password is wrong, and keeps no credentials', async () => {
      await page.evaluate(() => localStorage.setItem('DASHBOARD_USER', '{"user":{"id":"x"},"token":"y"}'));
      await steps.typeIn({ Email: owner.email, Password: 'not the password' });
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The email or the password is wrong').waitFor();
      await steps.focusOn('Password');
      expect(await steps.stored()).toBeNull();
    });

    it('gets to the page that was wanted, as it was wanted', async () => {
      await page.goto('/dashboard/device?sort=deviceName&order=DESC');
      await steps.atLogin();
      await steps.typeIn({ Email: owner.email, Password: PASSWORD });
      await steps.pressOn('Login');
      await page.waitForURL('**/dashboard/device?sort=deviceName&order=DESC');
      await steps.heading('Manage Devices');
    });
  });

  it.each(['/auth', '/auth/login', '/auth/resetPassword'])(
    'sends home from %s who is signed in',
    async (path) => {
      await page.goto(path);
      await page.waitForURL('**/dashboard/home');
      await steps.heading('Dashboard');
    },
  );

  it('leads to the login once when the session ends, and removes the credentials', async () => {
    const visits: string[] = [];
    page.on('framenavigated', (frame) => visits.push(new URL(frame.url()).pathname));
    const { product } = story.installation;
    const elsewhere = await ApiClient.signIn(product.addresses.url, owner.email, PASSWORD);
    await elsewhere.expect('DELETE', '/user/sessions');
    await steps.atLogin();
    await page.getByText('The session has ended.').waitFor();
    await steps.heading('Login');
    await page.waitForLoadState('networkidle');
    expect(visits).toEqual(['/auth/login']);
    expect(await steps.stored()).toBeNull();
  });

  describe('in two tabs', () => {
    const otherTab = async () => {
      const other = await page.context().newPage();
      await other.goto('/dashboard/user');
      await other.getByRole('heading', { name: 'Manage Users', level: 1 }).waitFor();
      return other;
    };

    it('ends in both when somebody signs out in one', async () => {
      await steps.signInAs(owner.email, PASSWORD);
      const other = await otherTab();
      await steps.logOut();
      await other.waitForURL(/\/auth\/login/);
      await other.getByText('The session has ended.').waitFor();
      await other.close();
    });

    it('goes on in both when somebody signs in in one', async () => {
      const other = await page.context().newPage();
      await other.goto('/auth/login');
      await steps.signInAs(owner.email, PASSWORD);
      await other.waitForURL('**/dashboard/home');
      await other.close();
      await steps.logOut();
    });
  });

  it('goes without an error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
