import { useRef, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { headingOf, type Column } from './column.tsx';
import { nextSort } from './list-state.ts';
import type { List } from './use-list.ts';
import { useScrolls } from './use-scrolls.ts';
import styles from './table.module.css';

/** What makes a row stand out: it fires, or it is the one that the page tells more of. */
export type RowTone = 'firing' | 'chosen';

export interface ShapeProps<Row extends RaRecord> {
  list: List<Row>;
  label: string;
  columns: Column<Row>[];
  /** The number of the first row. */
  first: number;
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
}

const cellClass = <Row,>({ numeric, wraps, name }: Column<Row>) =>
  [numeric && styles.numeric, wraps && styles.wraps, name === 'options' && styles.options]
    .filter(Boolean)
    .join(' ') || undefined;

const Head = <Row extends RaRecord>({ column, list }: { column: Column<Row>; list: List<Row> }) => {
  const text = useText();
  const label = headingOf(column, text);
  const { sort: field } = column;
  if (field === undefined) {
    return (
      <th scope="col" className={cellClass(column)}>
        {label}
      </th>
    );
  }
  const sorted = list.sort === field;
  const direction = list.order === 'ASC' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={cellClass(column)} aria-sort={sorted ? direction : 'none'}>
      <button type="button" className={styles.sort} onClick={() => list.change(nextSort(list, field))}>
        {label}
        <Icon
          name={sorted && list.order === 'DESC' ? 'sortDown' : 'sortUp'}
          size={14}
          className={sorted ? styles.sorted : styles.unsorted}
        />
      </button>
    </th>
  );
};

/** What is too wide for its place; where there is more to the side, the arrow keys must lead there. */
const SideScroll = ({ label, children }: { label: string; children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  const region = useScrolls(element) ? { role: 'group', 'aria-label': label, tabIndex: 0 } : { tabIndex: -1 };
  return (
    <div ref={element} className={styles.scroll} {...region}>
      {children}
    </div>
  );
};

export const Table = <Row extends RaRecord>({ list, label, columns, first, rowTone }: ShapeProps<Row>) => (
  <SideScroll label={label}>
    <table className={styles.table} aria-label={label} aria-busy={list.isChanging}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody>
        {list.rows?.map((row, index) => (
          <tr key={row.id} data-tone={rowTone?.(row)}>
            {columns.map((column) => (
              <td key={column.name} className={cellClass(column)}>
                {column.render(row, first + index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </SideScroll>
);

/** The table to come, while its first rows are on their way. */
export const SkeletonTable = <Row,>({ columns, rows }: { columns: Column<Row>[]; rows: number }) => {
  const text = useText();
  return (
    <div className={styles.scroll} aria-busy="true">
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={cellClass(column)}>
                {headingOf(column, text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.name} className={cellClass(column)}>
                  <span className={styles.bone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
