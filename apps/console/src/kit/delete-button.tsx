import { useContext } from 'react';
import { useRecordContext, useResourceContext, type RaRecord } from 'react-admin';
import { ActionButton } from './action-button.tsx';
import { DeletionContext } from './delete-question.tsx';
import { useHandOn } from './use-hand-on.ts';

interface Props {
  /** Names the button, such as 'Delete Alert'. */
  label: string;
  /** Names the thing, and says what goes with it. */
  what: string;
  /** Other resources whose lists show it. */
  alsoIn?: readonly string[];
}

/**
 * Asks its list's `DeleteQuestion` to delete the row's record. React-admin's own `DeleteWithConfirmButton` has its name beside its
 * icon, which a row has no space for.
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
