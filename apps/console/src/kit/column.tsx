import { Skeleton } from '@mui/material';
import { createContext, createElement, useContext, type ReactNode } from 'react';
import {
  DataTable,
  FieldTitle,
  useDataTableRenderContext,
  useListContext,
  useRecordContext,
  useResourceContext,
  type DataTableColumnProps,
  type RaRecord,
} from 'react-admin';
import { isSortedBy } from '../data/resources.ts';
import type { TextKey } from '../texts/translate.ts';

/** The parts of a phone's card, in order. */
export const CARD_PARTS = ['number', 'title', 'actions', 'line'] as const;
type CardPart = (typeof CARD_PARTS)[number];

/** The card part that is drawn now, and the hidden columns; null in a table. */
export const CardContext = createContext<{ part: CardPart; hidden: readonly string[] } | null>(null);

/** The placeholder for a row that is loading. */
export const SKELETON_ROW = { id: 'skeleton', isSkeleton: true };

/** Highlights a row: its alert fires, or the page shows its details. */
export type RowTone = 'firing' | 'chosen';

export interface ColumnProps<Row extends RaRecord> extends DataTableColumnProps<Row> {
  /** Its part of a phone's card; by default a line with a heading. */
  onCard?: CardPart;
  /** The user cannot hide it. */
  isFixed?: boolean;
}

const isSkeleton = (record: RaRecord | undefined) => record?.isSkeleton === true;

const CardCell = <Row extends RaRecord>({ onCard = 'line', ...column }: ColumnProps<Row>) => {
  const { source, label, field, render, children } = column;
  const record = useRecordContext<Row>();
  const resource = useResourceContext();
  const { part, hidden } = useContext(CardContext)!;
  if (part !== onCard || record === undefined || hidden.includes(source ?? String(label))) return null;
  const value: ReactNode = isSkeleton(record) ? (
    <Skeleton width="60%" />
  ) : (
    (children ?? render?.(record) ?? (field ? createElement(field, { source }) : record[source ?? '']))
  );
  if (part === 'title' || part === 'actions') return <>{value}</>;
  // A line without a value would be empty.
  if (part === 'line' && (value === '' || value === null || value === undefined)) return null;
  const heading = <FieldTitle label={label} source={source} resource={resource} />;
  if (part === 'number') {
    return (
      <>
        <span className="only-read-aloud">{heading} </span>
        {value}
      </>
    );
  }
  return (
    <div>
      <dt>{heading}</dt>
      <dd>{value}</dd>
    </div>
  );
};

/**
 * A column of a `ResourceList`: react-admin's `DataTable.Col` in a table, a part of a card on a phone. Sortable if the list
 * request accepts its source as `sort`.
 */
export const Column = <Row extends RaRecord>(props: ColumnProps<Row>) => {
  const card = useContext(CardContext);
  const place = useDataTableRenderContext();
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  if (card !== null) return <CardCell {...props} />;
  const { onCard: _, isFixed = false, ...column } = props;
  if (isFixed && place === 'columnsSelector') return null;
  if (place === 'data' && isSkeleton(record)) {
    const { children: __, field: ___, ...bare } = column;
    return <DataTable.Col {...bare} render={() => <Skeleton width="70%" />} />;
  }
  // Only headings sort.
  if (place !== 'header') return <DataTable.Col {...column} />;
  return <DataTable.Col disableSort={!isSortedBy(resource, column.source ?? '')} {...column} />;
};

/** A column that can always be chosen, but is shown only if a row on the page has a value for it. */
export const SparseColumn = <Row extends RaRecord>(props: ColumnProps<Row> & { source: string }) => {
  const { data = [] } = useListContext<Row>();
  const isChoice = useDataTableRenderContext() === 'columnsSelector';
  return isChoice || data.some((row) => row[props.source]) ? <Column {...props} /> : null;
};

/** The row's number, counted over all pages of the list. */
const RowIndex = () => {
  const { data = [], page, perPage } = useListContext();
  const record = useRecordContext();
  return <>{(page - 1) * perPage + data.findIndex(({ id }) => id === record?.id) + 1}</>;
};

export const RowNumber = () => (
  <Column label="list.rowNumber" align="right" onCard="number" isFixed className="number">
    <RowIndex />
  </Column>
);

interface RowActionsProps {
  label?: TextKey;
  children: ReactNode;
}

/** The buttons of a row. */
export const RowActions = ({ label = 'list.options', children }: RowActionsProps) => (
  <Column label={label} onCard="actions" isFixed className="options">
    {children}
  </Column>
);
