import type { Locator } from 'playwright-core';

/** A person's hand: each click and each field that it fills or chooses is counted. To look costs nothing. */
export const countedHand = () => {
  const steps = { clicks: 0, fields: 0 };
  return {
    steps,
    click: async (what: Locator) => {
      steps.clicks += 1;
      await what.click();
    },
    fill: async (form: Locator, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) {
        steps.fields += 1;
        await form.getByLabel(label, { exact: true }).fill(value);
      }
    },
    /** Chooses a file in the window that a field opens. */
    give: async (form: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      steps.fields += 1;
      await form.locator('input[type=file]').setInputFiles(file);
    },
    /** Types into a field that offers what fits, and takes one of it. */
    search: async (form: Locator, label: string, typed: string, option: string) => {
      steps.fields += 1;
      steps.clicks += 1;
      await form.getByRole('combobox', { name: label }).fill(typed);
      await form.page().getByRole('option', { name: option, exact: true }).click();
    },
  };
};
