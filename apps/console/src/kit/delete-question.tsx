import { useQueryClient } from '@tanstack/react-query';
import { createContext, useMemo, useState, type ReactNode } from 'react';
import { Confirm, useDeleteController, type RaRecord } from 'react-admin';
import { showing } from '../data/resources.ts';

interface Deletion {
  record: RaRecord;
  resource: string;
  /** Names the thing, and says what goes with it. */
  what: string;
  /** Other resources whose lists show it. */
  alsoIn: readonly string[];
}

/** The deletion that a list asks about, and the way to ask. */
export const DeletionContext = createContext<{
  asked: Deletion | null;
  ask: (deletion: Deletion) => void;
}>({ asked: null, ask: () => {} });

const Question = ({ record, resource, what, alsoIn, onClose }: Deletion & { onClose: () => void }) => {
  const queryClient = useQueryClient();
  // The controller says only after a second press that the request is under way.
  const [isUnderway, setUnderway] = useState(false);
  const { handleDelete } = useDeleteController({
    record,
    resource,
    redirect: false,
    mutationMode: 'pessimistic',
    successMessage: 'delete.done',
    mutationOptions: {
      onSettled: () => {
        onClose();
        for (const name of [...showing(resource), ...alsoIn])
          void queryClient.invalidateQueries({ queryKey: [name] });
      },
    },
  });
  return (
    <Confirm
      isOpen
      loading={isUnderway}
      title="delete.title"
      content={what}
      onClose={onClose}
      onConfirm={() => {
        setUnderway(true);
        handleDelete();
      }}
    />
  );
};

/**
 * Around a list whose rows have a `DeleteButton`: deletes a row's record after 'Are You Sure ?'. The list is loaded anew whether or
 * not that worked. The question stays if the rows are drawn in another way, as when a phone is turned.
 */
export const DeleteQuestion = ({ children }: { children: ReactNode }) => {
  const [asked, ask] = useState<Deletion | null>(null);
  return (
    <DeletionContext value={useMemo(() => ({ asked, ask }), [asked])}>
      {children}
      {asked && <Question {...asked} onClose={() => ask(null)} />}
    </DeletionContext>
  );
};
