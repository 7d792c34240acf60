import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useId, type ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';

interface TableProps {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

const SCROLLING = {
  maxHeight: 280,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& th': { bgcolor: 'background.paper' },
  '& td': { py: 0.75, fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' },
  '& td:last-of-type': { whiteSpace: 'normal' },
} as const;

/** A table that scrolls by itself; only the texts of its last column wrap. */
export const ImportTable = ({ label, columns, rows }: TableProps) => (
  <TableContainer role="group" aria-label={label} tabIndex={0} sx={SCROLLING}>
    <Table stickyHeader size="small">
      <TableHead>
        <TableRow>
          {columns.map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((cells, place) => (
          <TableRow key={place}>
            {cells.map((cell, column) => (
              <TableCell key={columns[column]}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

interface FoldedProps extends TableProps {
  title: string;
  isOpen?: boolean;
}

/** A table for those who want to see it. */
export const FoldedTable = ({ title, isOpen = false, ...table }: FoldedProps) => {
  const id = useId();
  return (
    <Accordion
      // The next file folds it anew.
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
