import { useEffect, useState, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import type { Column } from './column.tsx';
import type { List } from './use-list.ts';
import { ViewMenu } from './view-menu.tsx';
import styles from './toolbar.module.css';

/** What is typed is searched for once the typing pauses. */
const PAUSE_MS = 300;

const SearchBox = ({ q, onSearch }: { q: string; onSearch: (q: string) => void }) => {
  const text = useText();
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => onSearch(typed), PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={text('list.search')}
        placeholder={text('list.search')}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
};

interface Props<Row extends RaRecord> {
  list: List<Row>;
  columns: Column<Row>[];
  searchable?: boolean | undefined;
  filters?: ReactNode;
  actions?: ReactNode;
}

/** Search and filters on one side, what changes the view or the list on the other. */
export const Toolbar = <Row extends RaRecord>({
  list,
  columns,
  searchable,
  filters,
  actions,
}: Props<Row>) => (
  <div className={styles.toolbar}>
    {searchable && <SearchBox q={list.q} onSearch={(q) => list.change({ q })} />}
    {filters}
    <div className={styles.right}>
      <ViewMenu list={list} columns={columns} />
      {actions}
    </div>
  </div>
);
