import type { CSSObject } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';

export type Parts = RaThemeOptions['components'];

/** The looks of a part, slot by slot. */
export const slots = (styles: Record<string, CSSObject>) => ({ styleOverrides: styles });

/** The looks of a part's root. */
export const root = (style: CSSObject) => slots({ root: style });
