import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

describe('the shell', () => {
  const story = consoleStory();
  describe('the frame', () => {
    let admin: Steps;
    let page: Page;
    const menuButton = () => page.getByRole('button', { name: /menu$/ });
    const pages = () => page.getByRole('navigation', { name: 'Pages' });
    const boxOf = async (part: Locator) => (await part.boundingBox())!;

    beforeAll(async () => {
      const { adminEmail, adminPassword } = story.installation.product.addresses;
      admin = await story.signedIn(adminEmail, adminPassword);
      ({ page } = admin);
    });

    it('has no serious accessibility violation at an unknown address', async () => {
      await page.goto('/dashboard/nowhere');
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('leads to the dashboard, the alerts and the profile from the bar of every page', async () => {
      await page.goto('/dashboard/user');
      const bar = page.getByRole('banner');
      await bar.getByRole('link', { name: 'Alerts' }).click();
      await page.waitForURL('**/dashboard/alert');
      await bar.getByRole('link', { name: 'Dashboard' }).click();
      await page.waitForURL('**/dashboard/home');
      await bar.getByRole('button', { name: 'Profile' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      expect(await seriousViolationsInBothThemes(page)).toEqual({});
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
      await page.locator('.MuiDrawer-modal').waitFor({ state: 'detached' });
      await pages().getByRole('link', { name: 'Manage Locations' }).waitFor();
    });

    it('shows a result at the bottom left for a moment, and keeps it in the list of messages', async () => {
      await story.installation.api.post('/location', { locationName: 'Annecy' });
      await page.goto('/dashboard/location');
      await admin.row('Annecy').waitFor();
      // Looks in the page, at each frame, because the toast is gone after two seconds.
      const seen = page.waitForFunction(() => {
        const toast = [...document.querySelectorAll('[role=alert]')].find(
          ({ textContent }) => textContent === 'Deleted!',
        );
        return toast?.getBoundingClientRect().toJSON() as { x: number; y: number } | undefined;
      });
      const [place] = await Promise.all([seen, admin.remove('Annecy', 'Location')]);
      const since = Date.now();
      const { x, y } = (await place.jsonValue())!;
      expect(x).toBeLessThan(200);
      expect(y).toBeGreaterThan(800);
      await page.getByRole('alert').getByText('Deleted!').waitFor({ state: 'detached' });
      expect(Date.now() - since).toBeLessThan(10_000);
      await page.getByRole('button', { name: 'Messages, one new' }).click();
      await page.getByRole('dialog', { name: 'Messages' }).getByText('Deleted!').waitFor();
    });
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
