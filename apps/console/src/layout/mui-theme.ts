import { createTheme } from '@mui/material/styles';
import { SHAPE, TOKENS, type ThemeMode } from '../theme.ts';

/** What MUI draws (dialogs, menus, tabs, tooltips), in the console's own tokens. */
export const muiTheme = (mode: ThemeMode) => {
  const tokens = TOKENS[mode];
  return createTheme({
    breakpoints: { values: { xs: 0, sm: SHAPE.phone, md: SHAPE.desk, lg: 1200, xl: 1536 } },
    palette: {
      mode,
      primary: { main: tokens.accent, contrastText: tokens.onAccent },
      error: { main: tokens.firing },
      text: { primary: tokens.text, secondary: tokens.textQuiet, disabled: tokens.textFaint },
      background: { default: tokens.page, paper: tokens.surface },
      divider: tokens.border,
    },
    shape: { borderRadius: SHAPE.radius },
    typography: {
      fontFamily: SHAPE.font,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: '20px', letterSpacing: 0 },
      button: { textTransform: 'none', letterSpacing: 0, fontWeight: 550 },
    },
    transitions: { create: () => 'none' },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiBackdrop: {
        styleOverrides: {
          root: { backgroundColor: tokens.scrim },
          invisible: { backgroundColor: 'transparent' },
        },
      },
      MuiMenu: {
        styleOverrides: {
          paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, marginTop: 4 },
          list: { padding: 4 },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: { minHeight: 34, borderRadius: 6, padding: '6px 10px', fontSize: 14, gap: 10 },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, margin: 16 },
          paperFullScreen: { margin: 0, border: 0 },
        },
      },
      MuiTooltip: {
        defaultProps: { enterDelay: 400 },
        styleOverrides: {
          tooltip: {
            backgroundColor: mode === 'light' ? tokens.text : '#dfe4e8',
            color: mode === 'light' ? '#ffffff' : '#13191e',
            fontSize: 12,
            lineHeight: '16px',
            fontWeight: 450,
            padding: '5px 8px',
            borderRadius: 6,
          },
        },
      },
      MuiTabs: {
        styleOverrides: {
          root: { minHeight: 40 },
          indicator: { height: 2, borderRadius: 2 },
        },
      },
      MuiTab: {
        styleOverrides: {
          root: {
            minHeight: 40,
            minWidth: 0,
            padding: '8px 12px',
            color: tokens.textQuiet,
            '&:hover': { color: tokens.text, textDecoration: 'none' },
            '&.Mui-selected': { color: tokens.text },
            '&.Mui-focusVisible': {
              outline: `2px solid ${tokens.focus}`,
              outlineOffset: -3,
              borderRadius: 6,
            },
          },
        },
      },
      MuiAutocomplete: {
        styleOverrides: {
          paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, marginTop: 4 },
          listbox: { padding: 4, maxHeight: 320 },
          option: { minHeight: '34px !important', borderRadius: 6, fontSize: 14 },
        },
      },
    },
  });
};
