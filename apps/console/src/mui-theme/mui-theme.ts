import type { RaThemeOptions } from 'react-admin';
import { SHAPE, TOKENS, type ThemeMode } from '../theme.ts';
import { buttons } from './buttons.ts';
import { frame } from './frame.ts';
import { inputs } from './inputs.ts';
import { overlays } from './overlays.ts';
import { tables } from './tables.ts';

/** The theme of react-admin's and MUI's components, from the tokens. */
export const muiTheme = (mode: ThemeMode): RaThemeOptions => {
  const tokens = TOKENS[mode];
  return {
    breakpoints: { values: { xs: 0, sm: SHAPE.phone, md: SHAPE.desk, lg: 1200, xl: 1536 } },
    palette: {
      mode,
      primary: { main: tokens.accent, contrastText: tokens.onAccent, dark: tokens.accentHover },
      secondary: { main: tokens.surface, contrastText: tokens.text },
      error: { main: tokens.firing },
      success: { main: tokens.normalSolid, contrastText: tokens.onSolid },
      text: { primary: tokens.text, secondary: tokens.textQuiet, disabled: tokens.textFaint },
      background: { default: tokens.page, paper: tokens.surface },
      divider: tokens.border,
    },
    shape: { borderRadius: SHAPE.radius },
    typography: {
      fontFamily: SHAPE.font,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: '20px', letterSpacing: 0 },
      body2: { fontSize: 14, lineHeight: '20px', letterSpacing: 0 },
      h2: { fontSize: 16, fontWeight: 650, lineHeight: '24px', letterSpacing: '-0.01em' },
      button: { textTransform: 'none', letterSpacing: 0, fontWeight: 550 },
    },
    transitions: { create: () => 'none' },
    components: {
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiChip: { defaultProps: { size: 'small' } },
      ...inputs(tokens),
      ...buttons(tokens),
      ...tables(tokens),
      ...overlays(tokens, mode),
      ...frame(tokens),
    },
  };
};
