import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';
const PATIENT_MS = 60_000;

describe('signing in', () => {
  const story = consoleStory();
  let page: Page;
  let steps: Steps;
  let owner: User;

  beforeAll(async () => {
    owner = await story.installation.make.manager({ name: 'Olga Owner', password: PASSWORD });
    steps = await story.visitor();
    ({ page } = steps);
  });

  describe('by keyboard only', () => {
    it('redirects a visitor to the login, and shows errors at their fields', async () => {
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

    it('shows inline that the password is wrong, and stores no credentials', async () => {
      await page.evaluate(() => localStorage.setItem('DASHBOARD_USER', '{"user":{"id":"x"},"token":"y"}'));
      await steps.typeIn({ Email: owner.email, Password: 'not the password' });
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The email or the password is wrong').waitFor();
      await steps.focusOn('Password');
      expect(await steps.stored()).toBeNull();
    });

    it('opens the requested page with its query', async () => {
      await page.goto('/dashboard/device?sort=deviceName&order=DESC');
      await steps.atLogin();
      await steps.typeIn({ Email: owner.email, Password: PASSWORD });
      await steps.pressOn('Login');
      await page.waitForURL('**/dashboard/device?sort=deviceName&order=DESC');
      await steps.heading('Manage Devices');
    });
  });

  it.each(['/auth', '/auth/login', '/auth/resetPassword'])(
    'redirects a signed-in user from %s to the dashboard',
    async (path) => {
      await page.goto(path);
      await page.waitForURL('**/dashboard/home');
      await steps.heading('Dashboard');
    },
  );

  it('redirects to the login once when the session ends, and removes the credentials', async () => {
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

    it('ends in both after a sign-out in one', async () => {
      await steps.signInAs(owner.email, PASSWORD);
      const other = await otherTab();
      await steps.logOut();
      await other.waitForURL(/\/auth\/login/);
      await other.getByText('The session has ended.').waitFor();
      await other.close();
    });

    it('happens in both after a sign-in in one', async () => {
      const other = await page.context().newPage();
      await other.goto('/auth/login');
      await steps.signInAs(owner.email, PASSWORD);
      await other.waitForURL('**/dashboard/home');
      await other.close();
      await steps.logOut();
    });

    it('continues in both when the token expires, even over plain HTTP, where pages have no Web Locks', async () => {
      await story.installation.make.manager({
        name: 'Asa Assistant',
        userRole: 'assistant',
        managerId: owner.id,
      });
      const { page: ours, signInAs } = await story.visitor();
      await ours.context().addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'locks'));
      await ours.goto('/auth/login');
      await signInAs(owner.email, PASSWORD);
      const tabs = [ours, await ours.context().newPage()];
      for (const tab of tabs) {
        tab.setDefaultTimeout(PATIENT_MS);
        await tab.goto('/dashboard/user');
        await tab.getByRole('row', { name: 'Asa Assistant' }).waitFor();
      }
      await ours.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('DASHBOARD_USER')!) as object;
        localStorage.setItem('DASHBOARD_USER', JSON.stringify({ ...session, token: 'run out' }));
      });
      // Delays the first renewal until both tabs need one.
      const { promise: bothWant, resolve: release } = Promise.withResolvers<void>();
      let renewals = 0;
      await ours.context().route('**/v1/user/refresh', async (route) => {
        renewals += 1;
        await bothWant;
        await route.continue();
      });
      for (const tab of tabs) {
        const refused = tab.waitForResponse((response) => response.status() === 401);
        await tab.getByRole('searchbox').fill('nobody');
        await refused;
        // Lets the page handle the 401.
        await tab.evaluate(() => new Promise((done) => setTimeout(done)));
      }
      await until(() => renewals > 0, { what: 'a renewal', timeoutMs: PATIENT_MS });
      release();
      for (const tab of tabs) await tab.getByText('Nothing matches “nobody”').waitFor();
      expect(renewals).toBe(1);
      await ours.context().close();
    }, 300_000);
  });

  it('continues after a reload if the response to its renewal was lost', async () => {
    const { page: ours, signInAs } = await story.visitor();
    const context = ours.context();
    await ours.goto('/auth/login');
    await signInAs(owner.email, PASSWORD);
    await ours.waitForURL('**/dashboard/home');
    await ours.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('DASHBOARD_USER')!) as object;
      localStorage.setItem('DASHBOARD_USER', JSON.stringify({ ...session, token: 'run out' }));
    });
    const lost = Promise.withResolvers<void>();
    await context.route(
      '**/v1/user/refresh',
      async (route) => {
        const cookies = await context.cookies();
        expect((await route.fetch()).status()).toBe(200);
        // The browser must not keep the new cookie, which it would not have got.
        await context.clearCookies();
        await context.addCookies(cookies);
        await route.abort();
        lost.resolve();
      },
      { times: 1 },
    );
    await ours.goto('/dashboard/user');
    await lost.promise;
    await ours.reload();
    await ours.getByRole('heading', { name: 'Manage Users' }).waitFor();
    await ours.getByRole('row').nth(1).waitFor();
    expect(new URL(ours.url()).pathname).toBe('/dashboard/user');
    await context.close();
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
