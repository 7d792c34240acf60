import { Accordion, AccordionDetails, AccordionSummary } from '@mui/material';
import { useId, type ComponentProps } from 'react';
import { Icon } from '../kit/icon.tsx';
import { ScrollTable } from '../kit/scroll-table.tsx';

const SCROLLING = {
  maxHeight: 280,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& th': { bgcolor: 'background.paper' },
  '& td': { py: 0.75, fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' },
  '& td:last-of-type': { whiteSpace: 'normal' },
} as const;

type TableProps = ComponentProps<typeof ScrollTable>;

/** Only the last column wraps. */
export const ImportTable = (table: TableProps) => <ScrollTable {...table} sx={SCROLLING} />;

interface FoldedProps extends TableProps {
  title: string;
  isOpen?: boolean;
}

/** A collapsible table. */
export const FoldedTable = ({ title, isOpen = false, ...table }: FoldedProps) => {
  const id = useId();
  return (
    <Accordion
      // Remounts for the next file, to reset the expansion.
      key={String(isOpen)}
      disableGutters
      square
      variant="outlined"
      defaultExpanded={isOpen}
      slotProps={{ transition: { timeout: 0, unmountOnExit: true } }}
      sx={{ borderRadius: 1 }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-rows`} expandIcon={<Icon name="chevronDown" />}>
        {title}
      </AccordionSummary>
      <AccordionDetails>
        <ImportTable {...table} />
      </AccordionDetails>
    </Accordion>
  );
};
