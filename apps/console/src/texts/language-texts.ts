import type { en } from './en.ts';
import type { ServiceMessages } from './service-messages.ts';

type SameKeys<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : SameKeys<Texts[Name]>;
};
/** The texts of another language, with the keys of English. */
export type Translation = SameKeys<typeof en>;

/** The texts of a language, and its translation of services' messages. */
export interface LanguageTexts {
  texts: Translation;
  serviceMessages: ServiceMessages;
}
