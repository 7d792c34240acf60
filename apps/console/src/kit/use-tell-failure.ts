import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { Refusal } from '../data/refusal.ts';

/** Notifies about an error: in the service's words if it refused, else that something failed. */
export const useTellFailure = () => {
  const notify = useNotify();
  return useCallback(
    (error: unknown) =>
      notify(error instanceof Refusal ? error.message : 'failure.unknown', { type: 'error' }),
    [notify],
  );
};
