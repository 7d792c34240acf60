import { createContext, useMemo, useState, type ReactNode } from 'react';
import { Confirm, useDeleteController, type RaRecord } from 'react-admin';
import { useRefreshLists } from '../data/refresh-lists.ts';

interface Deletion {
  record: RaRecord;
  resource: string;
  /** The record's name and the data deleted with it. */
  what: string;
  /** Other resources that list the record. */
  alsoIn: readonly string[];
}

/** The deletion to confirm, and the function that opens the question. */
export const DeletionContext = createContext<{
  asked: Deletion | null;
  ask: (deletion: Deletion) => void;
}>({ asked: null, ask: () => {} });

const Question = ({ record, resource, what, alsoIn, onClose }: Deletion & { onClose: () => void }) => {
  const refresh = useRefreshLists();
  // The controller reports a pending request only after a second click.
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
        void refresh(resource, ...alsoIn);
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
 * Wraps a list whose rows have a `DeleteButton`: deletes a record after 'Are You Sure ?', then reloads the list even if the
 * request failed. The question stays open when the rows are redrawn, as when a phone is turned.
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
