import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';

/** Sends a user another invitation, and notifies about it. */
export const useInvite = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: (id: string) => ask('POST /user/:id/invitation', { id }),
    onSuccess: () => notify('resources.user.invited', { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
  });
};
