import { SHAPE, type Tokens } from '../theme.ts';
import { root, slots, type Parts } from './parts.ts';

export const tables = (tokens: Tokens): Parts => ({
  MuiTableCell: slots({
    root: {
      height: SHAPE.row,
      padding: '4px 12px',
      borderBottom: `1px solid ${tokens.border}`,
      fontSize: 14,
      lineHeight: '20px',
      whiteSpace: 'nowrap',
      '&:first-of-type': { paddingLeft: 20 },
      '&:last-of-type': { paddingRight: 20 },
    },
    head: { height: 36, color: tokens.textQuiet, fontSize: 12, fontWeight: 600 },
    sizeSmall: { padding: '4px 12px' },
  }),
  MuiTableSortLabel: root({
    minHeight: 28,
    borderRadius: 6,
    '&:hover, &.Mui-focusVisible': { color: tokens.text },
    '&.Mui-active': { color: tokens.text, '& .MuiTableSortLabel-icon': { color: tokens.accent } },
  }),
  RaDataTable: root({
    '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
    '& .RaDataTable-table': { fontVariantNumeric: 'tabular-nums' },
    '& tbody .MuiTableRow-root:last-of-type > td': { borderBottom: 0 },
    '& td.wraps': { minWidth: 96, paddingBlock: 6, whiteSpace: 'normal' },
    '& .options': {
      position: 'sticky',
      right: 0,
      width: '1px',
      backgroundColor: tokens.surface,
      textAlign: 'right',
    },
    '& tbody .RaDataTable-row:hover, & tbody .RaDataTable-row:hover .options': {
      backgroundColor: tokens.hover,
    },
    '& .number': { width: '1px', color: tokens.textQuiet },
  }),
  RaList: root({
    '& .RaList-main': {
      border: `1px solid ${tokens.border}`,
      borderRadius: SHAPE.radius,
      backgroundColor: tokens.surface,
    },
    '& .RaList-actions': { padding: '12px 16px', borderBottom: `1px solid ${tokens.border}` },
    '& .RaList-actions:not(:has(button, a, input))': { display: 'none' },
    '& .RaList-content': { boxShadow: 'none', borderRadius: 0, backgroundColor: 'transparent' },
  }),
  RaTopToolbar: root({
    flex: '0 0 auto !important',
    // On a phone, several buttons need more than one line.
    flexWrap: 'wrap',
    maxWidth: '100%',
    justifyContent: 'flex-end',
    alignItems: 'center',
    minHeight: 0,
    padding: '0 !important',
    gap: 8,
  }),
  RaListToolbar: root({
    flexDirection: 'row !important' as 'row',
    flexWrap: 'wrap !important' as 'wrap',
    alignItems: 'center',
    gap: 8,
    '& > span': { flex: 1 },
  }),
  RaFilterForm: root({
    flex: '0 1 auto !important',
    alignItems: 'center',
    width: 'auto !important',
    minHeight: '0 !important',
    padding: 0,
    gap: 8,
    pointerEvents: 'auto',
    '& .MuiFormControl-root': { margin: '0 !important' },
    '& .RaFilterFormInput-spacer': { display: 'none' },
  }),
  RaEmpty: root({
    display: 'grid',
    justifyItems: 'center',
    padding: '40px 24px',
    border: `1px solid ${tokens.border}`,
    borderRadius: SHAPE.radius,
    backgroundColor: tokens.surface,
    '& .RaEmpty-icon': { width: 28, height: 28, color: tokens.textQuiet },
    '& .RaEmpty-message': { color: tokens.textQuiet },
    '& .MuiTypography-h4': {
      margin: '8px 0 4px !important',
      color: tokens.text,
      fontSize: 15,
      fontWeight: 600,
    },
    '& .RaEmpty-toolbar': { marginTop: 14 },
  }),
  MuiTablePagination: slots({
    root: { borderTop: `1px solid ${tokens.border}`, fontVariantNumeric: 'tabular-nums' },
    toolbar: { minHeight: 48, paddingInline: 16 },
    selectLabel: { margin: 0 },
    displayedRows: { margin: 0 },
  }),
});
