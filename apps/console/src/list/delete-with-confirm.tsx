import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelete, useNotify, type RaRecord } from 'react-admin';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { useHandOn } from './use-hand-on.ts';

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
export const DeleteWithConfirm = (props: Props) => {
  const { resource, record, label, what, alsoIn = [] } = props;
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [remove, { isPending }] = useDelete();
  const handOn = useHandOn('delete', asking);

  const yes = () =>
    void remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => notify('delete.done', { type: 'success' }),
        onError: (error) => notify((error as Error).message, { type: 'error' }),
        onSettled: () => {
          setAsking(false);
          for (const name of [resource, ...alsoIn]) {
            void queryClient.invalidateQueries({ queryKey: [name] });
          }
        },
      },
    );

  return (
    <>
      <IconButton icon="trash" tone="danger" label={label} onClick={() => setAsking(true)} {...handOn} />
      {asking && (
        <SmallDialog
          role="alertdialog"
          title={text('delete.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {text('delete.no')}
              </Button>
              <Button tone="danger" disabled={isPending} onClick={yes}>
                {text('delete.yes')}
              </Button>
            </>
          }
        >
          <p>{what}</p>
        </SmallDialog>
      )}
    </>
  );
};
