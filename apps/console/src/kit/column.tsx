import Skeleton from '@mui/material/Skeleton';
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

/** The parts of a phone's card, in this order. */
export const CARD_PARTS = ['number', 'title', 'actions', 'line'] as const;
type CardPart = (typeof CARD_PARTS)[number];

/** The part of a card that is drawn now, and the columns that are hidden; null in a table. */
export const CardContext = createContext<{ part: CardPart; hidden: readonly string[] } | null>(null);

/** Stands in the place of a row that is on its way. */
export const BONE = { id: 'bone', isBone: true };

/** Makes a row stand out: it fires, or the page shows more of it. */
export type RowTone = 'firing' | 'chosen';

export interface ColumnProps<Row extends RaRecord> extends DataTableColumnProps<Row> {
  /** Its part of a phone's card; a line with its heading where nothing is said. */
  onCard?: CardPart;
  /** Always shown. */
  isFixed?: boolean;
}

const isBone = (record: RaRecord | undefined) => record?.isBone === true;

const CardCell = <Row extends RaRecord>({ onCard = 'line', ...column }: ColumnProps<Row>) => {
  const { source, label, field, render, children } = column;
  const record = useRecordContext<Row>();
  const resource = useResourceContext();
  const { part, hidden } = useContext(CardContext)!;
  if (part !== onCard || record === undefined || hidden.includes(source ?? String(label))) return null;
  const value: ReactNode = isBone(record) ? (
    <Skeleton width="60%" />
  ) : (
    (children ?? render?.(record) ?? (field ? createElement(field, { source }) : record[source ?? '']))
  );
  if (part === 'title' || part === 'actions') return <>{value}</>;
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
 * A column of a `ResourceList`: react-admin's `DataTable.Col`, which a phone shows as a part of a card. It can be sorted
 * by where the list's call takes its source as `sort`.
 */
export const Column = <Row extends RaRecord>(props: ColumnProps<Row>) => {
  const card = useContext(CardContext);
  const place = useDataTableRenderContext();
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  if (card !== null) return <CardCell {...props} />;
  const { onCard: _, isFixed = false, ...column } = props;
  if (isFixed && place === 'columnsSelector') return null;
  if (place === 'data' && isBone(record)) {
    const { children: __, field: ___, ...bare } = column;
    return <DataTable.Col {...bare} render={() => <Skeleton width="70%" />} />;
  }
  return <DataTable.Col disableSort={!isSortedBy(resource, column.source ?? '')} {...column} />;
};

/** The number of a row in the whole list. */
const Place = () => {
  const { data = [], page, perPage } = useListContext();
  const record = useRecordContext();
  return <>{(page - 1) * perPage + data.findIndex(({ id }) => id === record?.id) + 1}</>;
};

/** The documents' numbered rows. */
export const RowNumber = () => (
  <Column label="list.rowNumber" align="right" onCard="number" isFixed className="number">
    <Place />
  </Column>
);

/** The buttons of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Column label="list.options" onCard="actions" isFixed className="options">
    {children}
  </Column>
);
