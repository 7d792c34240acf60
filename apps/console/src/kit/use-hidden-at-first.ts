import useMediaQuery from '@mui/material/useMediaQuery';
import type { Breakpoint, Theme } from '@mui/material/styles';
import { useMemo } from 'react';

/** In px; narrower tables hide the `wide` columns. */
const WIDE = 1440;

export const NO_RARE_COLUMNS: string[] = [];

/** The columns that are hidden until the user selects them. A phone's cards fit as many as a wide table. */
export const useHiddenAtFirst = (
  rare: string[],
  wide: string[],
  from: Breakpoint | number = WIDE,
): string[] => {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up(from), { noSsr: true });
  const onPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  return useMemo(() => (isWide || onPhone ? rare : [...rare, ...wide]), [isWide, onPhone, rare, wide]);
};
