import type { ExportedRows } from '@telemon/contracts/reporting/exports';
import { useListContext } from 'react-admin';
import { ExportButton } from './export-button.tsx';

/** Exports all rows of a list as it is searched, filtered and sorted. */
export const ListExport = ({ rows }: { rows: ExportedRows }) => {
  const { filterValues, sort } = useListContext();
  // The service's own order has no column.
  const order = sort.field === 'id' ? {} : { sort: sort.field, order: sort.order };
  return <ExportButton rows={rows} query={{ ...filterValues, ...order }} />;
};
