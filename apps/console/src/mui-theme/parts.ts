import type { CSSObject } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';

export type Parts = RaThemeOptions['components'];

/** A component's styles by slot. */
export const slots = (styles: Record<string, CSSObject>) => ({ styleOverrides: styles });

/** A component's root styles. */
export const root = (style: CSSObject) => slots({ root: style });
