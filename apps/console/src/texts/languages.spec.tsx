/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openConsole } from '../../testing/open-console.tsx';
import { ADA } from '../../testing/people.ts';
import { PAGES } from '../data/pages.ts';
import { en } from './en.ts';
import { FRENCH } from './fr.ts';
import { i18nProvider } from './i18n-provider.ts';
import { fileSize, formatValue, formatVolts } from './numbers.ts';

type Texts = { [name: string]: string | Texts };

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[`${path}${name}`, text] as [string, string]] : flat(text, `${path}${name}.`),
  );
const ENGLISH = flat(en as unknown as Texts);
const FRENCH_TEXTS = new Map(flat(FRENCH.texts as unknown as Texts));
const ALSO_FRENCH = new Set(FRENCH_TEXTS.values());
/** The texts that only English has: none of them may be on a French page. */
const ONLY_ENGLISH = new Set(ENGLISH.map(([, text]) => text).filter((text) => !ALSO_FRENCH.has(text)));

const placeholders = (text: string) => [...text.matchAll(/%\{\w+\}|\$\w+/g)].map(([found]) => found).sort();

/** The page's texts, and the names for screen readers. */
const textsOnPage = (): string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
  const named = [...document.querySelectorAll('[aria-label], [title], [placeholder]')];
  return [
    ...texts,
    ...named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ];
};

afterEach(() => i18nProvider.changeLocale('en'));

describe('French', () => {
  it('has the same texts as English, and no others', () => {
    expect([...FRENCH_TEXTS.keys()].sort()).toEqual(ENGLISH.map(([key]) => key).sort());
  });

  it('has the same placeholders and as many forms as English', () => {
    const different = ENGLISH.filter(([key, text]) => {
      const french = FRENCH_TEXTS.get(key)!;
      const forms = (words: string) => words.split('||||').length;
      return (
        forms(french) !== forms(text) ||
        JSON.stringify([...new Set(placeholders(french))]) !==
          JSON.stringify([...new Set(placeholders(text))])
      );
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('is chosen in the profile menu, and stored', async () => {
    const user = openConsole('/dashboard/location', ADA);
    await user.click(await screen.findByRole('button', { name: /Profile/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Français' }));
    await screen.findByRole('heading', { name: 'Gérer les lieux' });
    expect(document.documentElement.lang).toBe('fr');
    expect(localStorage.getItem('telemon.language')).toBe('fr');
  });

  it('has a decimal comma in values and voltages, and octets in sizes', async () => {
    await i18nProvider.changeLocale('fr');
    expect([formatValue(21.44), formatVolts(3.9), fileSize(4_300)]).toEqual(['21,44', '3,90', '4,2 Ko']);
  });

  it.each(Object.entries(PAGES).filter(([, page]) => !('isOutside' in page)))(
    'shows no English on the page %s',
    async (_, { path, title }) => {
      await i18nProvider.changeLocale('fr');
      openConsole(path, ADA);
      await screen.findByRole('heading', { level: 1, name: FRENCH_TEXTS.get(title)! });
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
      expect(textsOnPage().filter((text) => ONLY_ENGLISH.has(text))).toEqual([]);
    },
  );
});
