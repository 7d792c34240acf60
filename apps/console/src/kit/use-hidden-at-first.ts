import { useMemo, useSyncExternalStore } from 'react';
import { useOnPhone } from './use-screen.ts';

/** In place of a width, for a column that neither a table nor a phone's cards show at first. */
export const NO_WIDTH = Infinity;
/** The width of the window, in px, from which a table has space for a few columns more. */
export const WIDE_PX = 1_200;

const onResize = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/**
 * The columns that are hidden until the user selects them. A phone's cards fit as many as a wide table.
 * @param fitsFrom Of a column the width of the window, in px, from which the table has space for it
 */
export const useHiddenAtFirst = (fitsFrom: Readonly<Record<string, number>>): string[] => {
  const onPhone = useOnPhone();
  // As one text, so that only a change of the columns draws the table again.
  const hidden = useSyncExternalStore(onResize, () => {
    const width = onPhone ? Number.MAX_VALUE : window.innerWidth;
    const tooWide = Object.keys(fitsFrom).filter((column) => width < fitsFrom[column]!);
    return tooWide.join();
  });
  return useMemo(() => hidden.split(',').filter(Boolean), [hidden]);
};
