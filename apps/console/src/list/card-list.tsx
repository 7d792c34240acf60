import type { RaRecord } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { headingOf } from './column.tsx';
import type { ShapeProps } from './table.tsx';
import styles from './card-list.module.css';

/** The same columns on a phone: a card per row. */
export const CardList = <Row extends RaRecord>({ list, label, columns, first, rowTone }: ShapeProps<Row>) => {
  const text = useText();
  const numbers = columns.filter(({ onCard }) => onCard === 'number');
  const titles = columns.filter(({ onCard }) => onCard === 'title');
  const actions = columns.filter(({ onCard }) => onCard === 'actions');
  const lines = columns.filter(({ onCard }) => onCard === undefined);
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={list.isChanging}>
      {list.rows?.map((row, index) => (
        <li key={row.id} className={styles.card} data-tone={rowTone?.(row)}>
          <div className={styles.head}>
            {numbers.map((column) => (
              <div key={column.name} className={styles.number}>
                <span className="only-read-aloud">{headingOf(column, text)} </span>
                {column.render(row, first + index)}
              </div>
            ))}
            <div className={styles.titles}>
              {titles.map((column) => (
                <div key={column.name}>{column.render(row, first + index)}</div>
              ))}
            </div>
            <div className={styles.actions}>
              {actions.map((column) => (
                <div key={column.name}>{column.render(row, first + index)}</div>
              ))}
            </div>
          </div>
          {lines.length > 0 && (
            <dl className={styles.lines}>
              {lines.map((column) => (
                <div key={column.name}>
                  <dt>{headingOf(column, text)}</dt>
                  <dd>{column.render(row, first + index)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
};

export const SkeletonCards = () => (
  <ul className={styles.cards} aria-busy="true">
    {Array.from({ length: 4 }, (_, index) => (
      <li key={index} className={styles.card}>
        <span className={styles.bone} />
        <span className={styles.bone} />
        <span className={styles.bone} />
      </li>
    ))}
  </ul>
);
