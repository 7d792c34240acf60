import { useId } from 'react';
import type { RaRecord } from 'react-admin';
import { Select } from '../form/field.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { useText } from '../texts/use-text.ts';
import { headingOf, type Column } from './column.tsx';
import type { List } from './use-list.ts';
import styles from './sort-bar.module.css';

/** On a phone, where there are no headings to press: by which column the cards are sorted, and which way. */
export const SortBar = <Row extends RaRecord>({
  list,
  columns,
}: {
  list: List<Row>;
  columns: Column<Row>[];
}) => {
  const text = useText();
  const id = useId();
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  const isUp = list.order === 'ASC';
  return (
    <div className={styles.bar}>
      <label htmlFor={id}>{text('list.sortBy')}</label>
      <Select
        id={id}
        value={list.sort ?? ''}
        onChange={({ target }) =>
          list.change({ sort: target.value === '' ? null : target.value, order: 'ASC' })
        }
      >
        <option value="">{text('list.unsorted')}</option>
        {sortable.map((column) => (
          <option key={column.name} value={column.sort}>
            {headingOf(column, text)}
          </option>
        ))}
      </Select>
      <IconButton
        icon={isUp ? 'sortUp' : 'sortDown'}
        label={text(isUp ? 'list.ascending' : 'list.descending')}
        disabled={list.sort === null}
        onClick={() => list.change({ sort: list.sort, order: isUp ? 'DESC' : 'ASC' })}
      />
    </div>
  );
};
