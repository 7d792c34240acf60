import useMediaQuery from '@mui/material/useMediaQuery';
import type { Breakpoint, Theme } from '@mui/material/styles';
import { useMemo } from 'react';

/** From this width on, px, there is space for the columns that are left out of a narrower table. */
const WIDE = 1440;

/** For a list without rare columns. */
export const NO_RARE_COLUMNS: string[] = [];

/** The columns that are hidden until the user chooses them. A phone's cards have space for as many as a wide table. */
export const useHiddenAtFirst = (
  rare: string[],
  wide: string[],
  from: Breakpoint | number = WIDE,
): string[] => {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up(from), { noSsr: true });
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  return useMemo(() => (isWide || onPhone ? rare : [...rare, ...wide]), [isWide, onPhone, rare, wide]);
};
