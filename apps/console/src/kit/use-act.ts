import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useRefreshLists } from '../data/refresh-lists.ts';
import type { TextKey } from '../texts/translate.ts';

interface Options<Answer, Given> extends UseMutationOptions<Answer, Error, Given> {
  /** The notification of its success. */
  done?: TextKey;
  /** The resources whose lists are reloaded after it, even if it failed. */
  changes?: readonly string[];
}

/** A call of /v1 that is not react-admin's to create, edit or delete a record. Notifies about its error. */
export const useAct = <Answer, Given = void>({ done, changes = [], ...options }: Options<Answer, Given>) => {
  const notify = useNotify();
  const refresh = useRefreshLists();
  return useMutation({
    onError: ({ message }) => notify(message, { type: 'error' }),
    ...options,
    onSuccess: (...succeeded) => {
      if (done !== undefined) notify(done, { type: 'success' });
      return options.onSuccess?.(...succeeded);
    },
    onSettled: (...settled) => {
      void refresh(...changes);
      return options.onSettled?.(...settled);
    },
  });
};
