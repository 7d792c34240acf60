import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Without room beside the value, it is on the next line as a whole. */
const BESIDE = { display: 'inline-block', fontWeight: 400, overflowWrap: 'anywhere' } as const;
const BELOW = { ...BESIDE, display: 'block', fontSize: 13 } as const;

interface Props {
  isBelow?: boolean;
  children: ReactNode;
}

/** A quiet remark of a table or a card beside a value, or below it. */
export const Aside = ({ isBelow = false, children }: Props) => (
  <>
    {' '}
    <Box component="span" className="quiet" sx={isBelow ? BELOW : BESIDE}>
      {children}
    </Box>
  </>
);
