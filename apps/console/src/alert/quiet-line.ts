/** How a line of small text below a cell's content looks. */
export const QUIET_LINE = {
  color: 'text.secondary',
  fontSize: 12,
  lineHeight: '16px',
  maxWidth: '24ch',
  whiteSpace: 'normal',
} as const;
