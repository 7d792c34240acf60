import { en } from './en.ts';
import { serviceMessagesIn, type ServiceMessages } from './service-messages.ts';

/** A text, or texts by name. Forms for one and for more stand in one text, parted by ` |||| `. */
interface Catalogue {
  readonly [name: string]: string | Catalogue | undefined;
}

type Leaves<Texts, Path extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Path}${Name}`
    : Leaves<Texts[Name], `${Path}${Name}.`>;
}[keyof Texts & string];

/** Every text there is; a key that is not in the catalogue does not compile. */
export type TextKey = Leaves<typeof en>;

type SameKeys<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : SameKeys<Texts[Name]>;
};
/** The texts of another language: those of English, each by its key. */
export type Translation = SameKeys<typeof en>;

export interface TextValues {
  /** Chooses between the forms for one and for more, and stands for itself. */
  smart_count?: number;
  /** What to say where the catalogue has no such text. */
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

/** Makes the look-up of one language: `translate('home.counts.devices', { smart_count: 24 })`. */
export const translatorOf = (catalogue: Catalogue, language: string) => {
  // Made when they are needed: each takes a browser some milliseconds.
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

/** The languages that a user can choose, by their own names. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
] as const;
export type Language = (typeof LANGUAGES)[number]['locale'];

const STORED_UNDER = 'telemon.language';

/** A browser's own language counts until the user chooses one. */
export const chosenLanguage = (): Language => {
  const chosen = localStorage.getItem(STORED_UNDER) ?? navigator.language.slice(0, 2);
  return LANGUAGES.find(({ locale }) => locale === chosen)?.locale ?? 'en';
};

/** The texts of a language, and its translation of services' messages. */
export interface LanguageTexts {
  texts: Translation;
  serviceMessages: ServiceMessages;
}

const ENGLISH: LanguageTexts = { texts: en, serviceMessages: {} };

let present: Language = 'en';
let translateNow = translatorOf(en, present);
let translateMessageNow = (message: string): string => message;

/** The language of the page. */
export const language = (): Language => present;

/** Loads a language, and shows all texts that are drawn from now on in it. */
export const loadLanguage = async (locale: Language): Promise<void> => {
  const { texts, serviceMessages } = locale === 'en' ? ENGLISH : (await import('./fr.ts')).FRENCH;
  present = locale;
  translateNow = translatorOf(texts, locale);
  translateMessageNow = serviceMessagesIn(serviceMessages);
  document.documentElement.lang = locale;
};

/** The same, at the user's wish: the browser remembers it. */
export const chooseLanguage = async (locale: Language): Promise<void> => {
  await loadLanguage(locale);
  localStorage.setItem(STORED_UNDER, locale);
};

/** A message of a service, which is in English, in the language of the page. */
export const translateMessage = (message: string): string => translateMessageNow(message);

/** The same for messages by field. */
export const translateMessages = (messages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, translateMessage(message)]));

/** The text of a key in the language of the page, for what is drawn outside react-admin. */
export const translate = (key: TextKey, values?: TextValues): string => translateNow(key, values);
