import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Confirm,
  useDeleteWithConfirmController,
  useRecordContext,
  useResourceContext,
  type RaRecord,
} from 'react-admin';
import { showing } from '../data/resources.ts';
import { ActionButton } from './action-button.tsx';
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
 * Deletes the row's record after 'Are You Sure ?'. The list is loaded anew whether or not that worked. React-admin's
 * own `DeleteWithConfirmButton` has its name beside its icon, which a row has no space for.
 */
export const DeleteButton = ({ label, what, alsoIn = [] }: Props) => {
  const resource = useResourceContext()!;
  const queryClient = useQueryClient();
  // The controller knows only after a second press that the request is under way.
  const [isUnderway, setUnderway] = useState(false);
  const { open, handleDialogOpen, handleDialogClose, handleDelete } = useDeleteWithConfirmController({
    record: useRecordContext<RaRecord>(),
    redirect: false,
    mutationMode: 'pessimistic',
    successMessage: 'delete.done',
    mutationOptions: {
      onSettled: () => {
        setUnderway(false);
        for (const name of [...showing(resource), ...alsoIn])
          void queryClient.invalidateQueries({ queryKey: [name] });
      },
    },
  });
  const handOn = useHandOn('delete', open);
  return (
    <>
      <ActionButton icon="trash" color="error" label={label} onClick={handleDialogOpen} {...handOn} />
      <Confirm
        isOpen={open}
        loading={isUnderway}
        title="delete.title"
        content={what}
        onClose={handleDialogClose}
        onConfirm={(event) => {
          setUnderway(true);
          handleDelete(event);
        }}
      />
    </>
  );
};
