import { FormControl, type FormControlProps } from '@mui/material';
import { createElement } from 'react';
import type { Tokens } from '../theme.ts';
import { root, slots, type Parts } from './parts.ts';

type RootProps = FormControlProps & { InputProps?: unknown; inputProps?: unknown; ownerState?: unknown };

/** React-admin still passes `InputProps` and `inputProps`, which MUI's text field would put on an element. */
const TextFieldRoot = (props: RootProps) => {
  const { InputProps: _, inputProps: __, ownerState: ___, ...rest } = props;
  return createElement(FormControl, rest);
};

/** Labels are always above their inputs. */
export const inputs = (tokens: Tokens): Parts => ({
  MuiTextField: {
    defaultProps: { variant: 'outlined', size: 'small', fullWidth: true, slots: { root: TextFieldRoot } },
  },
  MuiFormControl: { defaultProps: { margin: 'none', fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    ...root({
      position: 'static',
      maxWidth: 'none',
      marginBottom: 4,
      transform: 'none',
      color: tokens.textQuiet,
      fontSize: 13,
      fontWeight: 550,
      lineHeight: '20px',
      whiteSpace: 'normal',
      '&.Mui-focused, &.Mui-error, &.Mui-disabled': { color: tokens.textQuiet },
    }),
  },
  MuiOutlinedInput: slots({
    root: {
      minHeight: 36,
      backgroundColor: tokens.surface,
      fontSize: 14,
      '& .MuiOutlinedInput-notchedOutline': {
        top: 0,
        borderColor: tokens.borderStrong,
        legend: { display: 'none' },
      },
      '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: tokens.textFaint },
      '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: tokens.focus },
      '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: tokens.firing },
      '&.Mui-disabled': { backgroundColor: tokens.sunken },
      '& input.Mui-disabled, & .MuiSelect-select.Mui-disabled': {
        WebkitTextFillColor: tokens.textQuiet,
        color: tokens.textQuiet,
      },
      // Below 16 px some phones zoom in on a focused input.
      '@media (pointer: coarse)': { fontSize: 16 },
    },
    input: {
      height: 20,
      padding: '8px 10px',
      '&::placeholder': { color: tokens.textFaint, opacity: 1 },
      // The field's outline shows the focus.
      '&:focus-visible': { outline: 'none' },
    },
    multiline: { padding: 0 },
  }),
  MuiSelect: slots({ select: { minHeight: 20, lineHeight: '20px' } }),
  MuiFormHelperText: root({
    margin: '4px 0 0',
    color: tokens.textFaint,
    fontSize: 12,
    lineHeight: '16px',
    '&.Mui-error': { color: tokens.firing },
    // React-admin reserves space for an empty helper text.
    '&:not(.Mui-error):has(> span:only-child:not([class]))': { display: 'none' },
  }),
  MuiAutocomplete: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      paper: { border: `1px solid ${tokens.border}`, boxShadow: tokens.shadow, marginTop: 4 },
      listbox: { padding: 4, maxHeight: 320 },
      option: { minHeight: '34px !important', borderRadius: 6, fontSize: 14 },
      inputRoot: {
        padding: '0 30px 0 0 !important',
        '& .MuiAutocomplete-input': { padding: '8px 10px !important' },
      },
    },
  },
  MuiFormControlLabel: slots({ label: { fontSize: 14 } }),
  // It has its own button that clears it.
  RaSearchInput: root({ '& input::-webkit-search-cancel-button': { display: 'none' } }),
  RaSelectInput: { defaultProps: { margin: 'none' } },
  // With a label for typed text, the entry that adds a choice is disabled until the user types.
  RaAutocompleteInput: { defaultProps: { createItemLabel: '' } },
});
