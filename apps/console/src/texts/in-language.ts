import { language, type Language } from './translate.ts';

/** The browser's own locale if it is of the page's language, because it has the region; else the language. */
const localeOf = (wanted: Language): string =>
  navigator.languages?.find((locale) => locale.slice(0, 2) === wanted) ?? wanted;

/** A formatter in the current language, recreated when the language changes. */
export const inLanguage = <Formatter>(make: (locale: string) => Formatter): (() => Formatter) => {
  let made: { language: Language; formatter: Formatter } | undefined;
  return () => {
    const now = language();
    if (made?.language !== now) made = { language: now, formatter: make(localeOf(now)) };
    return made.formatter;
  };
};
