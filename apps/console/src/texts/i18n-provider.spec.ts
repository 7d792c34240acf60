/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';

it("has react-admin's texts in the chosen language, also before the console's own are loaded", async () => {
  localStorage.setItem('telemon.language', 'fr');
  const { i18nProvider } = await import('./i18n-provider.ts');
  expect(i18nProvider.translate('ra.navigation.page_rows_per_page')).toBe('Lignes par page :');
});
