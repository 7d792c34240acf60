import type { ReactNode } from 'react';
import {
  RecordContextProvider,
  useListContext,
  useResourceContext,
  useStore,
  type RaRecord,
} from 'react-admin';
import { CARD_PARTS, CardContext, type RowTone } from './column.tsx';
import styles from './record-cards.module.css';

interface Props<Row extends RaRecord> {
  label: string;
  hiddenColumns: string[];
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
  /** The columns of the table. */
  children: ReactNode;
}

/** The rows of a list on a phone, a card each: react-admin's `SimpleList` has no place for headings and buttons. */
export const RecordCards = <Row extends RaRecord>({
  label,
  hiddenColumns,
  rowTone,
  children,
}: Props<Row>) => {
  const { data, isPlaceholderData } = useListContext<Row>();
  // Where react-admin keeps the columns that the user has hidden.
  const [hidden] = useStore(`${useResourceContext()}.datatable`, hiddenColumns);
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={isPlaceholderData}>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <li className={styles.card} data-tone={rowTone?.(record)}>
            {CARD_PARTS.map((part) => {
              const Part = part === 'line' ? 'dl' : 'div';
              return (
                <CardContext key={part} value={{ part, hidden }}>
                  <Part className={styles[part]}>{children}</Part>
                </CardContext>
              );
            })}
          </li>
        </RecordContextProvider>
      ))}
    </ul>
  );
};
