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
  /** The table's columns. */
  children: ReactNode;
}

/** A list's rows as cards on a phone: react-admin's `SimpleList` has no headings or buttons. */
export const RecordCards = <Row extends RaRecord>({
  label,
  hiddenColumns,
  rowTone,
  children,
}: Props<Row>) => {
  const { data, isPlaceholderData } = useListContext<Row>();
  // The store key in which react-admin keeps the user's hidden columns.
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
