import { useContext } from 'react';
import { useRecordContext, useResourceContext, type RaRecord } from 'react-admin';
import { ActionButton } from './action-button.tsx';
import { DeletionContext } from './delete-question.tsx';
import { useHandOn } from './use-hand-on.ts';

interface Props {
  /** The button's label, such as 'Delete Alert'. */
  label: string;
  /** The record's name and the data deleted with it. */
  what: string;
  /** Other resources that list the record. */
  alsoIn?: readonly string[];
}

/**
 * Opens the list's `DeleteQuestion` for the row's record. React-admin's `DeleteWithConfirmButton` shows a label beside its icon,
 * for which a row has no space.
 */
export const DeleteButton = ({ label, what, alsoIn = [] }: Props) => {
  const resource = useResourceContext()!;
  const record = useRecordContext<RaRecord>()!;
  const { asked, ask } = useContext(DeletionContext);
  return (
    <ActionButton
      icon="trash"
      color="error"
      label={label}
      onClick={() => ask({ record, resource, what, alsoIn })}
      {...useHandOn('delete', asked?.record.id === record.id)}
    />
  );
};
