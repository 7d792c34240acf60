import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { statusOf } from '../data/refusal.ts';
import { Button } from '../layout/button.tsx';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { SHAPE } from '../theme.ts';
import { useText } from '../texts/use-text.ts';
import { CardList, SkeletonCards } from './card-list.tsx';
import type { Column } from './column.tsx';
import { Failed, Forbidden } from './failed.tsx';
import { Pager } from './pager.tsx';
import { Picture } from './picture.tsx';
import { SortBar } from './sort-bar.tsx';
import { StaleBanner } from './stale-banner.tsx';
import { SkeletonTable, Table, type RowTone } from './table.tsx';
import { Toolbar } from './toolbar.tsx';
import type { List } from './use-list.ts';
import styles from './list-view.module.css';

interface Props<Row extends RaRecord> {
  list: List<Row>;
  /** What it lists, for those who can't see it. */
  label: string;
  columns: Column<Row>[];
  searchable?: boolean;
  filters?: ReactNode;
  /** The Add button and its like. */
  actions?: ReactNode;
  /** Shown where there is nothing at all: why, and the next step. */
  empty: { title: string; what?: string; action?: ReactNode };
  /** A class for rows that want to be seen, such as firing ones. */
  rowTone?: (row: Row) => RowTone | undefined;
  /** Without a frame of its own, inside another's. */
  bare?: boolean;
}

/** Rows as a table, on a phone as cards; and in their place the picture of why there are none. */
export const ListView = <Row extends RaRecord>(props: Props<Row>) => {
  const { list, columns, searchable, filters, actions, bare } = props;
  const hasToolbar = Boolean(searchable || filters || actions);
  return (
    <section className={bare ? styles.bare : styles.list} aria-label={props.label} tabIndex={-1} data-list>
      {hasToolbar && (
        <Toolbar list={list} columns={columns} searchable={searchable} filters={filters} actions={actions} />
      )}
      <Rows {...props} />
      {list.pages > 1 && <Pager list={list} />}
    </section>
  );
};

const Rows = <Row extends RaRecord>({ list, label, columns, empty, rowTone }: Props<Row>) => {
  const text = useText();
  const onPhone = useMediaQuery(`(max-width: ${SHAPE.phone - 1}px)`);
  const shown = columns.filter(({ name, fixed }) => fixed || !list.hidden?.includes(name));

  if (list.error !== null && statusOf(list.error) === 403) return <Forbidden />;
  if (list.rows === undefined || (list.error !== null && list.isChanging)) {
    if (list.error !== null) return <Failed error={list.error} onRetry={list.retry} />;
    if (!onPhone) return <SkeletonTable columns={shown} rows={Math.min(list.size, 10)} />;
    return (
      <>
        <SortBar list={list} columns={shown} />
        <SkeletonCards />
      </>
    );
  }
  if (list.rows.length === 0 && list.error === null) {
    return list.q === '' ? (
      <Picture icon="inbox" title={empty.title} what={empty.what}>
        {empty.action}
      </Picture>
    ) : (
      <Picture icon="search" title={text('list.noMatch', { q: list.q })}>
        <Button onClick={() => list.change({ q: '' })}>{text('list.clearSearch')}</Button>
      </Picture>
    );
  }
  const first = (list.page - 1) * list.size + 1;
  const Shape = onPhone ? CardList : Table;
  return (
    <>
      {list.error !== null && <StaleBanner flush error={list.error} asOf={list.asOf} onRetry={list.retry} />}
      {onPhone && <SortBar list={list} columns={shown} />}
      <Shape list={list} label={label} columns={shown} first={first} rowTone={rowTone} />
    </>
  );
};
