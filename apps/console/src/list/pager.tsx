import type { RaRecord } from 'react-admin';
import { IconButton } from '../layout/icon-button.tsx';
import { useText } from '../texts/use-text.ts';
import { pagesOffered } from './list-state.ts';
import type { List } from './use-list.ts';
import styles from './pager.module.css';

export const Pager = <Row extends RaRecord>({ list }: { list: List<Row> }) => {
  const text = useText();
  const { page, pages, size, total } = list;
  const go = (to: number) => list.change({ page: to });
  return (
    <nav className={styles.pager} aria-label={text('list.pager')}>
      <span className={styles.range}>
        {text('list.range', {
          first: Math.min((page - 1) * size + 1, total),
          last: Math.min(page * size, total),
          total,
        })}
      </span>
      <IconButton
        icon="chevronLeft"
        label={text('list.previous')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      {pagesOffered(page, pages).map((one, index) =>
        one === null ? (
          <span key={`gap ${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={one}
            type="button"
            className={styles.page}
            aria-label={text('list.page', { page: one })}
            aria-current={one === page ? 'page' : undefined}
            onClick={() => go(one)}
          >
            {one}
          </button>
        ),
      )}
      <IconButton
        icon="chevronRight"
        label={text('list.next')}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
    </nav>
  );
};
