import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useListContext } from 'react-admin';
import { ask } from '../data/ask.ts';
import { Icon } from '../kit/icon.tsx';
import { useAct } from '../kit/use-act.ts';
import { useText } from '../texts/use-text.ts';

/** Clears the outbox after 'Are You Sure ?'. */
export const DeleteAll = () => {
  const text = useText();
  const { total = 0 } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const clear = useAct({
    mutationFn: () => ask('DELETE /outbox', {}),
    done: 'delete.done',
    changes: ['outbox'],
    onSettled: () => setOpen(false),
  });
  return (
    <>
      <Button disabled={total === 0} startIcon={<Icon name="trash" />} onClick={() => setOpen(true)}>
        {text('resources.outbox.deleteAll')}
      </Button>
      <Confirm
        isOpen={isOpen}
        loading={clear.isPending}
        title="delete.title"
        content="resources.outbox.deleteWhat"
        onClose={() => setOpen(false)}
        onConfirm={() => clear.mutate()}
      />
    </>
  );
};
