import { en } from './en.ts';
import type { LanguageTexts } from './language-texts.ts';
import { serviceMessagesIn } from './service-messages.ts';

/** A text, or texts by name. A text may have a singular and a plural form, separated by ` |||| `. */
interface Catalogue {
  readonly [name: string]: string | Catalogue | undefined;
}

type Leaves<Texts, Path extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Path}${Name}`
    : Leaves<Texts[Name], `${Path}${Name}.`>;
}[keyof Texts & string];

/** All text keys; an unknown key does not compile. */
export type TextKey = Leaves<typeof en>;

export interface TextValues {
  /** Selects the singular or plural form, and fills in `%{smart_count}`. */
  smart_count?: number;
  /** The fallback for an unknown key. */
  _?: string;
  [name: string]: unknown;
}

const PARTED_BY = '||||';

const lookUp = (catalogue: Catalogue, key: string): string | undefined => {
  let found: Catalogue[string] = catalogue;
  for (const name of key.split('.')) {
    if (typeof found !== 'object') return undefined;
    found = Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
};

/** Makes the translate function of a language: `translate('home.counts.devices', { smart_count: 24 })`. */
export const translatorOf = (catalogue: Catalogue, language: string) => {
  // Created lazily: each takes a browser some milliseconds.
  let plural: Intl.PluralRules | undefined;
  let number: Intl.NumberFormat | undefined;
  return (key: string, values: TextValues = {}): string => {
    const text = lookUp(catalogue, key) ?? values._ ?? key;
    const forms = text.split(PARTED_BY);
    const count = values.smart_count;
    const form =
      count === undefined ||
      forms.length === 1 ||
      (plural ??= new Intl.PluralRules(language)).select(count) === 'one'
        ? forms[0]
        : forms.at(-1);
    return (form ?? '').trim().replace(/%\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number'
        ? (number ??= new Intl.NumberFormat(language)).format(value)
        : String(value);
    });
  };
};

/** The available languages, with their own names. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
] as const;
export type Language = (typeof LANGUAGES)[number]['locale'];

const STORED_UNDER = 'telemon.language';

/** The user's choice; by default the browser's language. */
export const chosenLanguage = (): Language => {
  const chosen = localStorage.getItem(STORED_UNDER) ?? navigator.language.slice(0, 2);
  return LANGUAGES.find(({ locale }) => locale === chosen)?.locale ?? 'en';
};

const ENGLISH: LanguageTexts = { texts: en, serviceMessages: {} };

let present: Language = 'en';
let translateNow = translatorOf(en, present);
let translateMessageNow = (message: string): string => message;

/** The current language. */
export const language = (): Language => present;

/** Loads a language; texts rendered from then on are in it. */
export const loadLanguage = async (locale: Language): Promise<void> => {
  const { texts, serviceMessages } = locale === 'en' ? ENGLISH : (await import('./fr.ts')).FRENCH;
  present = locale;
  translateNow = translatorOf(texts, locale);
  translateMessageNow = serviceMessagesIn(serviceMessages);
  document.documentElement.lang = locale;
};

/** The same, and stores the user's choice in the browser. */
export const chooseLanguage = async (locale: Language): Promise<void> => {
  await loadLanguage(locale);
  localStorage.setItem(STORED_UNDER, locale);
};

/** Translates a service's message, which is in English, to the current language. */
export const translateMessage = (message: string): string => translateMessageNow(message);

/** The same for messages by field. */
export const translateMessages = (messages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, translateMessage(message)]));

/** A text in the current language, for use outside react-admin. */
export const translate = (key: TextKey, values?: TextValues): string => translateNow(key, values);
