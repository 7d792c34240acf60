import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../texts/use-text.ts';
import { PAGES, pageAt } from '../data/pages.ts';

/** The current page's title; the product's name on an unknown page. */
export const usePageTitle = (): string => {
  const text = useText();
  const page = pageAt(useLocation().pathname);
  return text(page === null ? 'product' : PAGES[page].title);
};

/** Sets the name of the record that the page shows. */
export const ThingContext = createContext<(name: string | undefined) => void>(() => {});

/** Shows a record's name in the tab's title, such as a device's alias; undefined while loading. */
export const useNameThing = (name: string | undefined): void => {
  const setThing = useContext(ThingContext);
  useEffect(() => {
    setThing(name);
    return () => setThing(undefined);
  }, [name, setThing]);
};
