import englishMessages from 'ra-language-english';
import type { I18nProvider } from 'react-admin';
import {
  LANGUAGES,
  chooseLanguage,
  chosenLanguage,
  language,
  translate,
  translatorOf,
  type Language,
  type TextKey,
  type TextValues,
} from './translate.ts';

/** React-admin's own texts; the sign-in page does not load them. */
const loadOwnTexts = async (locale: Language) =>
  translatorOf(locale === 'fr' ? (await import('ra-language-french')).default : englishMessages, locale);

/** This script may run before the page has loaded its language. */
let translateOwn = await loadOwnTexts(chosenLanguage());

export const i18nProvider: I18nProvider = {
  translate: (key: string, values: TextValues = {}) =>
    key.startsWith('ra.') ? translateOwn(key, values) : translate(key as TextKey, values),
  changeLocale: async (locale) => {
    translateOwn = await loadOwnTexts(locale as Language);
    await chooseLanguage(locale as Language);
  },
  getLocale: language,
  getLocales: () => [...LANGUAGES],
};
