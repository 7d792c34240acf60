import { SHAPE, type Tokens } from '../theme.ts';
import { root, slots, type Parts } from './parts.ts';

export const buttons = (tokens: Tokens): Parts => ({
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&.Mui-focusVisible': { outline: `2px solid ${tokens.focus}`, outlineOffset: 2 } },
    },
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', color: 'inherit', disableElevation: true, size: 'medium' },
    styleOverrides: {
      root: {
        minWidth: 0,
        minHeight: 32,
        padding: '5px 12px',
        fontSize: 14,
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        '&:hover': { textDecoration: 'none' },
      },
      outlined: {
        borderColor: tokens.borderStrong,
        backgroundColor: tokens.surface,
        '&:hover': { borderColor: tokens.borderStrong, backgroundColor: tokens.hover },
      },
      startIcon: { marginRight: 6, marginLeft: -2 },
      contained: {
        '&.MuiButton-colorError:not(.Mui-disabled)': {
          backgroundColor: tokens.firingSolid,
          color: tokens.onSolid,
        },
      },
    },
  },
  MuiIconButton: slots({
    root: {
      width: 32,
      height: 32,
      padding: 0,
      borderRadius: SHAPE.radius,
      color: tokens.textQuiet,
      '&:hover': { backgroundColor: tokens.sunken, color: tokens.text },
    },
    colorError: { '&:hover': { backgroundColor: tokens.firingSoft, color: tokens.firing } },
  }),
  MuiFab: root({ boxShadow: tokens.shadow }),
  MuiToggleButtonGroup: { defaultProps: { exclusive: true, size: 'small' } },
  MuiToggleButton: root({
    gap: 6,
    minHeight: 32,
    padding: '4px 10px',
    borderColor: tokens.borderStrong,
    color: tokens.textQuiet,
    fontSize: 14,
    lineHeight: '20px',
    textTransform: 'none',
    '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: tokens.accentSoft, color: tokens.accent },
  }),
});
