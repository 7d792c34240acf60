import type { Locator } from 'playwright-core';

/** Steps that count their clicks and the fields that they fill. Waiting and reading are not counted. */
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
    /** Chooses a file for the file field of the form. */
    give: async (form: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      steps.fields += 1;
      await form.locator('input[type=file]').setInputFiles(file);
    },
    /** Types into an autocomplete field, and clicks one of its options. */
    search: async (form: Locator, label: string, typed: string, option: string) => {
      steps.fields += 1;
      steps.clicks += 1;
      await form.getByRole('combobox', { name: label }).fill(typed);
      await form.page().getByRole('option', { name: option, exact: true }).click();
    },
  };
};
