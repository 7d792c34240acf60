import { useQueryClient } from '@tanstack/react-query';
import { useDelete, useNotify, type RaRecord } from 'react-admin';
import { ConfirmedDeed } from './confirmed-deed.tsx';

interface Props {
  resource: string;
  record: RaRecord;
  /** The button's name, such as 'Delete Alert'. */
  label: string;
  /** The thing by its name, and what goes with it. */
  what: string;
  /** Other lists that tell of it. */
  alsoIn?: readonly string[];
}

/** Deletes after 'Are You Sure ?'. The list is asked for anew whether or not it worked. */
export const DeleteWithConfirm = ({ resource, record, label, what, alsoIn = [] }: Props) => {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [remove] = useDelete();

  const onYes = (settled: () => void) =>
    void remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => notify('delete.done', { type: 'success' }),
        onError: (error) => notify((error as Error).message, { type: 'error' }),
        onSettled: () => {
          settled();
          for (const name of [resource, ...alsoIn]) {
            void queryClient.invalidateQueries({ queryKey: [name] });
          }
        },
      },
    );

  return <ConfirmedDeed deed="delete" icon="trash" label={label} what={what} onYes={onYes} />;
};
