import { until } from '@telemon/testing/waiting';
import type { Locator, Page } from 'playwright-core';
import type { AddedToWindow } from './console-page.ts';

/** Steps in the forms of a page. */
export const formStepsOn = (page: Page) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // The chooser of columns, which stays in the page unseen, has labels of the same names.
  const field = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true }).first();
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await field(label).fill(value);
  };
  const atLogin = () => page.waitForURL(/\/auth\/login/);
  return {
    button,
    field,
    fill,
    atLogin,
    heading: (name: string) => page.getByRole('heading', { name, exact: true }).waitFor(),
    /** Chooses an option of a field. The only choice is chosen already, and not offered again. */
    choose: async (label: string, option: string) => {
      const choice = page.getByRole('option', { name: option, exact: true });
      const holds = () =>
        field(label).evaluate(
          (element, wanted) =>
            (element instanceof HTMLInputElement ? element.value : element.textContent) === wanted,
          option,
        );
      await field(label).click();
      await until(async () => (await choice.isVisible()) || (await holds()), {
        what: `the choice ${option}`,
      });
      if (await choice.isVisible()) await choice.click();
      else await page.keyboard.press('Tab');
    },
    /** Whether a text has the colour of a token, such as `firing` for red. */
    hasColour: (text: Locator, token: string) =>
      text.evaluate((element, name) => (window as unknown as AddedToWindow).hasColour(element, name), token),
    /** The credentials that the browser stores. */
    stored: () => page.evaluate(() => localStorage.getItem('DASHBOARD_USER')),
    signInAs: async (email: string, password: string) => {
      await fill({ Email: email, Password: password });
      await button('Login').click();
      await page.waitForURL(/\/dashboard\//);
    },
    logOut: async () => {
      await page.getByRole('button', { name: 'Profile' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await atLogin();
    },
  };
};
