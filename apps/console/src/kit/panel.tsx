import { Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  isLoading?: boolean;
  children: ReactNode;
}

/** A section of the page with a heading. */
export const Panel = ({ title, isLoading = false, children }: Props) => (
  <Paper component="section" variant="outlined" aria-busy={isLoading}>
    <Typography variant="h2" sx={{ px: { xs: 2, sm: 3 }, pt: 2.5 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

/** The end of a panel: a text and the button. */
export const PANEL_END = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '8px 16px',
  px: { xs: 2, sm: 3 },
  pb: 2.5,
  '& > p': { flex: 1, minWidth: 'min(100%, 20ch)', overflowWrap: 'anywhere' },
} as const;
