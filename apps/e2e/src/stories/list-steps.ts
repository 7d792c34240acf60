import { expect } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import type { AddedToWindow } from './console-page.ts';

/** Steps in the console's lists and dialogs. */
export const stepsOn = (page: Page) => {
  const dialog = () => page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row', { name });
  /** The accessible name of the focused element. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      const labelled = element.getAttribute('aria-labelledby')?.split(' ')[0];
      const label = element.labels?.[0] ?? (labelled ? document.getElementById(labelled) : null);
      return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent).trim();
    });
  const focusOn = (name: string) =>
    until(async () => expect(await focused()).toBe(name) ?? true, { what: `focus on ${name}` });
  /** Presses Tab more often than there are elements, because the page may still be loading. */
  const tabTo = (name: string) =>
    until(async () => (await focused()) === name || void (await page.keyboard.press('Tab')), {
      everyMs: 0,
      what: `${name} reached by Tab`,
    });
  return {
    dialog,
    row,
    focusOn,
    tabTo,
    pressOn: async (name: string) => {
      await tabTo(name);
      await page.keyboard.press('Enter');
    },
    /** Fills fields and selects options by keyboard only. */
    typeIn: async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) {
        await tabTo(label);
        const [isChoice, isTypedInto] = await page.evaluate(() => {
          const element = document.activeElement!;
          return [element.getAttribute('role') === 'combobox', element instanceof HTMLInputElement];
        });
        if (isChoice) await page.keyboard.press('ArrowDown');
        else await page.keyboard.press('Control+a');
        await page.keyboard.type(value);
        if (!isChoice) continue;
        await page.getByRole('option', { name: value, exact: true }).waitFor();
        if (isTypedInto) {
          // The other options are removed a moment later.
          await page.waitForFunction(
            (wanted) =>
              [...document.querySelectorAll('[role=listbox] [role=option]')].every(
                ({ textContent }) => textContent === wanted,
              ),
            value,
          );
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
      }
    },
    columns: async () => {
      await page.getByRole('table').locator('tbody tr').first().waitFor();
      return page.getByRole('columnheader').allTextContents();
    },
    /** Waits for a status message after the last awaited one. */
    hears: (message: string) =>
      page.waitForFunction((wanted) => {
        const { messages } = window as unknown as AddedToWindow;
        const at = messages.findIndex((words) => words.includes(wanted));
        messages.splice(0, at + 1);
        return at >= 0;
      }, message),
    remove: async (name: string, what: string) => {
      await row(name)
        .getByRole('button', { name: `Delete ${what}` })
        .click();
      const question = page.getByRole('alertdialog', { name: 'Are You Sure ?' });
      await question.getByText(name).waitFor();
      await question.getByRole('button', { name: 'No' }).and(page.locator(':focus')).waitFor();
      await question.getByRole('button', { name: 'Yes' }).click();
      await question.waitFor({ state: 'detached' });
    },
    isSentHomeFrom: async (path: string) => {
      await page.goto(path);
      await page.waitForURL('**/dashboard/home');
    },
  };
};
