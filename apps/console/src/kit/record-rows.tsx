import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  ListContextProvider,
  Pagination,
  ResourceContextProvider,
  useList,
  useListContext,
  type RaRecord,
} from 'react-admin';
import type { RowTone } from './column.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { RecordCards } from './record-cards.tsx';
import { useOnPhone } from './use-screen.ts';

const TONES = {
  firing: { '& > td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--firing-solid)' } },
  chosen: { '& > td': { backgroundColor: 'var(--accent-soft)' } },
  plain: {},
};

interface RowsProps<Row extends RaRecord> {
  /** The accessible name. */
  label: string;
  isBusy?: boolean;
  hiddenColumns?: string[];
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
  /** A `Column` each. */
  children: ReactNode;
}

const NONE: string[] = [];

/** The rows of the list around it: as a table, on a phone as cards. */
export const RecordRows = <Row extends RaRecord>(props: RowsProps<Row>) => {
  const { label, isBusy = false, hiddenColumns = NONE, rowTone, children } = props;
  const onPhone = useOnPhone();
  if (onPhone) return <RecordCards {...{ label, hiddenColumns, rowTone, children }} />;
  return (
    <DataTable
      aria-label={label}
      aria-busy={isBusy}
      bulkActionButtons={false}
      rowClick={false}
      hiddenColumns={hiddenColumns}
      rowSx={(row: Row) => TONES[rowTone?.(row) ?? 'plain']}
    >
      {children}
    </DataTable>
  );
};

export const PAGE_SIZES = [10, 25, 50, 100];

/** The pager, if the rows exceed the smallest page. */
export const Pages = ({ sizes }: { sizes: number[] }) => {
  const { total = 0 } = useListContext();
  return total > sizes[0]! ? <Pagination rowsPerPageOptions={sizes} /> : null;
};

/** Columns keep their widths while values change, so texts wrap. */
const PANEL_TABLE = {
  borderTop: 1,
  borderColor: 'divider',
  '& .RaDataTable-table': { tableLayout: 'fixed' },
  '& .RaDataTable-table :is(td, th)': { py: 0.75, whiteSpace: 'normal' },
  '& .RaDataTable-table .options': { width: 96 },
} as const;

interface KnownProps<Row extends RaRecord> {
  resource: string;
  label: string;
  rows: Row[];
  children: ReactNode;
}

/** Records that their page has loaded itself, as a list in a panel. All other lists are a `ResourceList`. */
export const KnownRecords = <Row extends RaRecord>({ resource, label, rows, children }: KnownProps<Row>) => (
  <ResourceContextProvider value={resource}>
    <ListContextProvider value={useList<Row>({ resource, data: rows, perPage: PAGE_SIZES[0]! })}>
      <DeleteQuestion>
        <Box sx={PANEL_TABLE}>
          <RecordRows<Row> label={label}>{children}</RecordRows>
        </Box>
        <Pages sizes={PAGE_SIZES} />
      </DeleteQuestion>
    </ListContextProvider>
  </ResourceContextProvider>
);
