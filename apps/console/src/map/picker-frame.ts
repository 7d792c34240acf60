/** Around a map or a plan that a place is chosen on, inside a form. */
export const PICKER_FRAME = {
  height: 260,
  overflow: 'hidden',
  border: '1px solid var(--border-strong)',
  borderRadius: 'var(--radius)',
  bgcolor: 'var(--sunken)',
  '& > *': { height: '100%' },
} as const;
