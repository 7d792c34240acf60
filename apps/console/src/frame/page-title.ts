import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../texts/use-text.ts';
import { PAGES, pageAt } from '../data/pages.ts';

/** The name of the present page; the product's where there is none. */
export const usePageTitle = (): string => {
  const text = useText();
  const page = pageAt(useLocation().pathname);
  return text(page === null ? 'product' : PAGES[page].title);
};

/** Takes the name of the one thing that the page shows. */
export const ThingContext = createContext<(name: string | undefined) => void>(() => {});

/** Names the thing that the page shows in the browser's tab, such as a device by its alias; undefined until it is known. */
export const useNameThing = (name: string | undefined): void => {
  const setThing = useContext(ThingContext);
  useEffect(() => {
    setThing(name);
    return () => setThing(undefined);
  }, [name, setThing]);
};
