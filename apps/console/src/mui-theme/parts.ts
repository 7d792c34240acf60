import type { CSSObject } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';

export type Parts = RaThemeOptions['components'];

/** A part whose root looks like this. */
export const root = (style: CSSObject) => ({ styleOverrides: { root: style } });
