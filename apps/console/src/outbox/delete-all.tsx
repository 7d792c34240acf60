import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useListContext, useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { Icon } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';

/** Clears the outbox after 'Are You Sure ?'. */
export const DeleteAll = () => {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { total = 0 } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const clear = useMutation({
    mutationFn: () => ask('DELETE /outbox', {}),
    onSuccess: () => notify('delete.done', { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
    onSettled: () => {
      setOpen(false);
      void queryClient.invalidateQueries({ queryKey: ['outbox'] });
    },
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
