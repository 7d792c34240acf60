import { en } from './en.ts';

/** A text, or texts by name. Forms for one and for more stand in one text, parted by ` |||| `. */
interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

type Leaves<Texts, Path extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Path}${Name}`
    : Leaves<Texts[Name], `${Path}${Name}.`>;
}[keyof Texts & string];

/** Every text there is; a key that is not in the catalogue does not compile. */
export type TextKey = Leaves<typeof en>;

export interface TextValues {
  /** Chooses between the forms for one and for more, and stands for itself. */
  smart_count?: number;
  /** What to say where the catalogue has no such text. */
  _?: string;
  [name: string]: unknown;
}

const PARTED_BY = '||||';

const lookUp = (catalogue: Catalogue, key: string): string | undefined => {
  let found: string | Catalogue | undefined = catalogue;
  for (const name of key.split('.')) {
    if (typeof found !== 'object') return undefined;
    found = Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
};

/** Makes the look-up of one language: `translate('home.counts.devices', { smart_count: 24 })`. */
export const translatorOf = (catalogue: Catalogue, language: string) => {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return (key: string, values: TextValues = {}): string => {
    const text = lookUp(catalogue, key) ?? values._ ?? key;
    const forms = text.split(PARTED_BY);
    const count = values.smart_count;
    const form =
      count === undefined || forms.length === 1 || plural.select(count) === 'one' ? forms[0] : forms.at(-1);
    return (form ?? '').trim().replace(/%\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? number.format(value) : String(value);
    });
  };
};

export const LANGUAGE = 'en';

/** The console's own language, for what is drawn outside react-admin. */
export const translate: (key: TextKey, values?: TextValues) => string = translatorOf(en, LANGUAGE);
