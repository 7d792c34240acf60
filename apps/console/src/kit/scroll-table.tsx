import {
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type TableContainerProps,
} from '@mui/material';
import type { ReactNode } from 'react';

interface Props extends Pick<TableContainerProps, 'role' | 'sx' | 'className'> {
  /** The table's accessible name. */
  label: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** A read-only table that scrolls below its headings. A list of records is a `ResourceList`. */
export const ScrollTable = ({ label, columns, rows, role = 'group', sx, className }: Props) => (
  <TableContainer role={role} aria-label={label} tabIndex={0} className={className} sx={sx}>
    <Table stickyHeader>
      <TableHead>
        <TableRow>
          {columns.map((name, column) => (
            <TableCell key={column}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((cells, place) => (
          <TableRow key={place}>
            {cells.map((cell, column) => (
              <TableCell key={column}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);
