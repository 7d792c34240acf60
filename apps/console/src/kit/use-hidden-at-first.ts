import useMediaQuery from '@mui/material/useMediaQuery';
import type { Breakpoint, Theme } from '@mui/material/styles';
import { useMemo, useSyncExternalStore } from 'react';

export const NO_RARE_COLUMNS: string[] = [];

const useOnPhone = () => useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });

/** The columns that are hidden until the user selects them: `wide` ones below `from`. A phone's cards fit as many as a wide table. */
export const useHiddenAtFirst = (rare: string[], wide: string[], from: Breakpoint): string[] => {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up(from), { noSsr: true });
  const onPhone = useOnPhone();
  return useMemo(() => (isWide || onPhone ? rare : [...rare, ...wide]), [isWide, onPhone, rare, wide]);
};

/** In place of a width, for a column that no table shows at first. */
export const NO_WIDTH = Infinity;

const onResize = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/**
 * The same for a table with many columns, each of which has a width.
 * @param fitsFrom Of a column the width of the window, in px, from which the table has space for it
 * @param offCards The columns that a phone's cards leave out
 */
export const useHiddenByWidth = (
  fitsFrom: Readonly<Record<string, number>>,
  offCards: string[],
): string[] => {
  const onPhone = useOnPhone();
  // As one text, so that only a change of the columns draws the table again.
  const tooWide = useSyncExternalStore(onResize, () =>
    Object.keys(fitsFrom)
      .filter((column) => window.innerWidth < fitsFrom[column]!)
      .join(),
  );
  return useMemo(() => (onPhone ? offCards : tooWide.split(',')), [onPhone, offCards, tooWide]);
};
