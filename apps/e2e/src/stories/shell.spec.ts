import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { until } from '@telemon/testing/waiting';
import type { Locator, Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';

describe('the shell', () => {
  const story = consoleStory();
  let manager: User;
  let assistant: User;

  beforeAll(async () => {
    const { make } = story.installation;
    manager = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    assistant = await make.manager({
      name: 'Asa Assistant',
      password: PASSWORD,
      userRole: 'assistant',
      managerId: manager.id,
    });
  });

  /** Opens each page, and expects its title in the bar and in the browser's tab. */
  const titles = async ({ page, heading }: Steps, pages: Record<string, string>) => {
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(`/dashboard/${path}`);
      await heading(title);
      await until(async () => expect(await page.title()).toBe(`${title} · Telemon`) ?? true);
    }
  };
  const OF_ALL = {
    home: 'Dashboard',
    info: 'Device Dashboard',
    device: 'Manage Devices',
    alert: 'Manage Alerts',
    profile: 'Profile',
  };

  describe('an admin', () => {
    let admin: Steps;
    let page: Page;

    beforeAll(async () => {
      const { adminEmail, adminPassword } = story.installation.product.addresses;
      admin = await story.signedIn(adminEmail, adminPassword);
      ({ page } = admin);
    });

    it('has users and locations in the menu, under headings that are not links', async () => {
      expect(await admin.menu()).toEqual(
        expect.arrayContaining(['Users', 'Manage Users', 'Locations', 'Manage Locations']),
      );
      const address = page.url();
      await page.getByRole('button', { name: 'Locations' }).click();
      await page.getByRole('link', { name: 'Manage Locations' }).waitFor({ state: 'hidden' });
      expect(page.url()).toBe(address);
      await page.getByRole('button', { name: 'Locations' }).click();
    });

    it('opens every page under its title', () =>
      titles(admin, {
        ...OF_ALL,
        assignDevice: 'Assign Devices',
        sensor: 'Sensors Types',
        user: 'Manage Users',
        location: 'Manage Locations',
        building: 'Manage Building',
        floor: 'Manage Floor Map',
      }));
  });

  describe('a manager', () => {
    let she: Steps;

    beforeAll(async () => {
      she = await story.signedIn(manager.email, PASSWORD);
    });

    it('has users, buildings and floors, but no locations', async () => {
      const menu = await she.menu();
      expect(menu).toEqual(expect.arrayContaining(['Manage Users', 'Manage Building', 'Manage Floor Map']));
      expect(menu).not.toContain('Manage Locations');
      await she.isSentHomeFrom('/dashboard/location');
    });

    it('opens every other page under its title', () =>
      titles(she, {
        ...OF_ALL,
        assignDevice: 'Assign Devices',
        sensor: 'Sensors Types',
        user: 'Manage Users',
        building: 'Manage Building',
        floor: 'Manage Floor Map',
      }));
  });

  describe('an assistant', () => {
    let they: Steps;

    beforeAll(async () => {
      they = await story.signedIn(assistant.email, PASSWORD);
    });

    it('has the dashboard and the alerts in the menu, and nothing else', async () => {
      expect(await they.menu()).toEqual(['Dashboard', 'Alerts', 'Manage Alerts']);
    });

    it.each(['user', 'user/create', 'location', 'sensor', 'assignDevice'])('is redirected from %s', (path) =>
      they.isSentHomeFrom(`/dashboard/${path}`),
    );

    it('opens the pages for all roles under their titles', () => titles(they, OF_ALL));
  });

  describe('the frame', () => {
    let admin: Steps;
    let page: Page;
    const menuButton = () => page.getByRole('button', { name: 'Menu' });
    const pages = () => page.getByRole('navigation', { name: 'Pages' });
    const boxOf = async (part: Locator) => (await part.boundingBox())!;

    beforeAll(async () => {
      const { adminEmail, adminPassword } = story.installation.product.addresses;
      admin = await story.signedIn(adminEmail, adminPassword);
      ({ page } = admin);
    });

    it.each(['/', '/dashboard', '/dashboard/dashboard', '/auth/login'])(
      'redirects from %s to the dashboard',
      async (path) => {
        await page.goto(path);
        await page.waitForURL('**/dashboard/home');
        await admin.heading('Dashboard');
      },
    );

    it('links from an unknown address to the dashboard', async () => {
      await page.goto('/dashboard/nowhere');
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
      await page.getByRole('main').getByRole('button', { name: 'Dashboard' }).click();
      await page.waitForURL('**/dashboard/home');
    });

    it('leads to the dashboard, the alerts and the profile from the bar of every page', async () => {
      await page.goto('/dashboard/user');
      const bar = page.getByRole('banner');
      await bar.getByRole('button', { name: 'Alerts' }).click();
      await page.waitForURL('**/dashboard/alert');
      await bar.getByRole('button', { name: 'Dashboard' }).click();
      await page.waitForURL('**/dashboard/home');
      await bar.getByRole('button', { name: 'Profile' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
      await page.getByRole('menuitem', { name: 'Profile', exact: true }).press('Enter');
      await page.waitForURL('**/dashboard/profile');
    });

    it('has a sidebar, and below 960 pixels a drawer that closes when the window is widened', async () => {
      await page.goto('/dashboard/user');
      // The box excludes the border of one pixel.
      expect(Math.round((await boxOf(pages())).width) + 1).toBe(Math.round(0.19 * 1440));
      expect(await menuButton().count()).toBe(0);
      await page.setViewportSize({ width: 959, height: 900 });
      await pages().waitFor({ state: 'detached' });
      await menuButton().press('Enter');
      await pages().getByRole('link', { name: 'Manage Users' }).waitFor();
      await page.keyboard.press('Escape');
      await pages().waitFor({ state: 'detached' });
      await menuButton().click();
      await pages().getByRole('link', { name: 'Manage Locations' }).click();
      await admin.heading('Manage Locations');
      await pages().waitFor({ state: 'detached' });
      await menuButton().click();
      await page.setViewportSize({ width: 960, height: 900 });
      await menuButton().waitFor({ state: 'detached' });
      await page.locator('.MuiDrawer-root').waitFor({ state: 'detached' });
      await pages().getByRole('link', { name: 'Manage Locations' }).waitFor();
    });

    it("covers the screen during a user's action, but not during a background request", async () => {
      const loader = page.getByRole('status').getByText('One moment');
      let answer = () => {};
      await page.route('**/v1/location**', async (route) => {
        await new Promise<void>((resolve) => (answer = resolve));
        await route.continue();
      });
      await page.goto('/dashboard/location/create');
      await page.locator('[aria-busy=true]').first().waitFor();
      expect(await loader.count()).toBe(0);
      answer();
      await admin.field('Location Name').fill('Annecy');
      await admin.dialog().getByRole('button', { name: 'Add Location' }).click();
      await loader.waitFor({ state: 'attached' });
      answer();
      await admin.hears('Location created');
      await loader.waitFor({ state: 'detached' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    it('shows a result at the bottom left for a moment, and keeps it in the list of messages', async () => {
      await page.goto('/dashboard/location');
      await admin.row('Annecy').waitFor();
      await admin.remove('Annecy', 'Location');
      const toast = page.getByRole('status').getByText('Deleted!');
      await toast.waitFor();
      const since = Date.now();
      const { x, y } = await boxOf(toast);
      expect(x).toBeLessThan(200);
      expect(y).toBeGreaterThan(800);
      await toast.waitFor({ state: 'detached' });
      expect(Date.now() - since).toBeLessThan(10_000);
      await page.getByRole('button', { name: 'Messages, one new' }).click();
      await page.getByRole('dialog', { name: 'Messages' }).getByText('Deleted!').waitFor();
    });
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
