import { useContext } from 'react';
import { useRecordContext, useResourceContext, type RaRecord } from 'react-admin';
import type { TextKey } from '../texts/translate.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';
import { DeletionContext } from './delete-question.tsx';
import { useHandOn } from './use-hand-on.ts';

interface Props<Row extends RaRecord> {
  /** The record's name and the data deleted with it. */
  what: (record: Row, text: Text) => string;
  /** The button's text; by default the resource's own, such as 'Delete Alert'. */
  label?: TextKey;
  /** Other resources that list the record. */
  alsoIn?: readonly string[];
}

/** A question shows this many characters of a longer text. */
const MOST_SHOWN = 80;

/** A text that names its record, such as a topic, as a question shows it. */
export const beginningOf = (named: string): string =>
  named.length > MOST_SHOWN ? `${named.slice(0, MOST_SHOWN)}…` : named;

/**
 * Opens the list's `DeleteQuestion` for the row's record. React-admin's `DeleteWithConfirmButton` shows a label beside its icon,
 * for which a row has no space.
 */
export const DeleteButton = <Row extends RaRecord>({ what, label, alsoIn = [] }: Props<Row>) => {
  const text = useText();
  const resource = useResourceContext()!;
  const record = useRecordContext<Row>()!;
  const { asked, ask } = useContext(DeletionContext);
  return (
    <ActionButton
      icon="trash"
      color="error"
      label={text(label ?? (`resources.${resource}.delete` as TextKey))}
      onClick={() => ask({ record, resource, what: what(record, text), alsoIn })}
      {...useHandOn('delete', asked?.record.id === record.id)}
    />
  );
};
