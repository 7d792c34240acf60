import type { I18nProvider } from 'react-admin';
import { en } from './en.ts';
import { LANGUAGE, translatorOf } from './translate.ts';

export const i18nProvider: I18nProvider = {
  translate: translatorOf(en, LANGUAGE),
  changeLocale: async () => {},
  getLocale: () => LANGUAGE,
};
