import type { ThemeMode, Tokens } from '../theme.ts';
import { root, slots, type Parts } from './parts.ts';

/** Focuses the safe answer. */
const focusNo = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('.MuiDialogActions-root button')?.focus();

export const overlays = (tokens: Tokens, mode: ThemeMode): Parts => ({
  MuiBackdrop: slots({
    root: { backgroundColor: tokens.scrim },
    invisible: { backgroundColor: 'transparent' },
  }),
  MuiMenu: slots({
    paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, marginTop: 4 },
    list: { padding: 4 },
  }),
  MuiMenuItem: root({ minHeight: 34, borderRadius: 6, padding: '6px 10px', fontSize: 14, gap: 10 }),
  MuiListItemIcon: root({ minWidth: 0, color: 'inherit' }),
  MuiPopover: slots({ paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow } }),
  MuiDialog: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      paper: { width: '100%', border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, margin: 16 },
      paperFullScreen: { margin: 0, border: 0 },
    },
  },
  MuiDialogTitle: root({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    minHeight: 56,
    padding: '10px 12px 10px 24px',
    fontSize: 16,
    fontWeight: 650,
    lineHeight: '24px',
    letterSpacing: '-0.01em',
    '& h2': { font: 'inherit', letterSpacing: 'inherit' },
  }),
  MuiDialogContent: root({ padding: '4px 24px 20px', overflowWrap: 'anywhere' }),
  MuiDialogContentText: root({ color: tokens.text, fontSize: 14, lineHeight: '20px' }),
  MuiDialogActions: slots({
    root: { gap: 8, padding: '12px 24px', borderTop: `1px solid ${tokens.border}` },
    spacing: { '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
  }),
  RaConfirm: {
    defaultProps: {
      role: 'alertdialog',
      maxWidth: 'xs',
      confirmColor: 'warning',
      cancel: 'delete.no',
      confirm: 'delete.yes',
      CancelIcon: () => null,
      ConfirmIcon: () => null,
      slotProps: { transition: { onEntered: focusNo } },
    },
    styleOverrides: {
      root: {
        // Other questions than those about a loss have `confirmColor="primary"`.
        '& .RaConfirm-confirmWarning': {
          backgroundColor: tokens.firingSolid,
          borderColor: 'transparent',
          color: tokens.onSolid,
        },
        '& .RaConfirm-confirmWarning:hover': {
          backgroundColor: tokens.firingSolid,
          filter: 'brightness(0.92)',
        },
      },
    },
  },
  MuiSnackbar: root({ maxWidth: 400 }),
  MuiSnackbarContent: root({
    border: `1px solid ${tokens.border}`,
    backgroundColor: tokens.surface,
    boxShadow: tokens.shadow,
    color: tokens.text,
    fontSize: 14,
    '&.RaNotification-success': {
      borderLeft: `3px solid ${tokens.normalSolid}`,
      backgroundColor: tokens.surface,
      color: tokens.text,
    },
    '&.RaNotification-error': {
      borderLeft: `3px solid ${tokens.firingSolid}`,
      backgroundColor: tokens.surface,
      color: tokens.firing,
    },
  }),
  MuiAlert: root({
    padding: '2px 12px',
    '&.MuiAlert-colorSuccess': { backgroundColor: tokens.normalSoft, color: tokens.normal },
    '&.MuiAlert-colorWarning': { backgroundColor: tokens.warnSoft, color: tokens.warn },
    '&.MuiAlert-colorError': { backgroundColor: tokens.firingSoft, color: tokens.firing },
    '& .MuiAlert-icon': {
      alignItems: 'center',
      height: 36,
      marginRight: 8,
      padding: 0,
      color: 'inherit !important',
    },
    '& .MuiAlert-message': { overflowWrap: 'anywhere' },
  }),
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        backgroundColor: mode === 'light' ? tokens.text : tokens.planPaper,
        color: mode === 'light' ? tokens.surface : tokens.qrInk,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 450,
        padding: '5px 8px',
        borderRadius: 6,
      },
    },
  },
  MuiTabs: slots({ root: { minHeight: 40 }, indicator: { height: 2, borderRadius: 2 } }),
  MuiTab: root({
    minHeight: 40,
    minWidth: 0,
    padding: '8px 12px',
    color: tokens.textQuiet,
    '&:hover': { color: tokens.text, textDecoration: 'none' },
    '&.Mui-selected': { color: tokens.text },
    '&.Mui-focusVisible': { outlineOffset: -3, borderRadius: 6 },
  }),
});
