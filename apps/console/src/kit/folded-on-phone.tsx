import { Box, Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useOnPhone } from './use-screen.ts';

interface Props {
  /** The present values, on the button that unfolds the filters. */
  summary: string;
  children: ReactNode;
}

/** Filters, which on a phone are folded behind a button. */
export const FoldedOnPhone = ({ summary, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const onPhone = useOnPhone();
  if (!onPhone) return children;
  return (
    <>
      <Button
        endIcon={<Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ flex: '1 1 100%', justifyContent: 'space-between', height: 36 }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {summary}
        </Box>
      </Button>
      {isOpen && children}
    </>
  );
};
