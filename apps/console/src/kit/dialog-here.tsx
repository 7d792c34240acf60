import { Suspense, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { OpenerContext } from './add-here.tsx';
import { useCloseTo } from './close-to.ts';

const ADDING = 'add';

/** Opens a dialog over a page by a parameter of its query: for a new record by `command=add`, for another by its id. */
export const useDialogHere = (parameter: string) => {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const closeTo = useCloseTo();
  const value = search.get(parameter);
  const queryFor = (before: URLSearchParams, id: string) => {
    const next = new URLSearchParams(before);
    next.set(parameter, id);
    return next;
  };
  return {
    isAdding: value === ADDING,
    /** The id of the record that the dialog is about; null: none. */
    shownId: value === ADDING ? null : value,
    isOpenAt: (query: URLSearchParams) => query.has(parameter),
    add: () => setSearch((before) => queryFor(before, ADDING)),
    /** The address at which the dialog is about a record. */
    addressOf: (id: string) => ({ search: `?${queryFor(search, id)}` }),
    close: () => {
      const next = new URLSearchParams(search);
      next.delete(parameter);
      closeTo({ pathname, search: next.size === 0 ? '' : `?${next}` });
    },
  };
};

interface Props {
  here: Pick<ReturnType<typeof useDialogHere>, 'close' | 'isOpenAt'>;
  children: ReactNode;
}

/** Around a form over a page without a path for it: the query opens it. */
export const FormHere = ({ here: { close, isOpenAt }, children }: Props) => (
  <OpenerContext value={{ onCreate: close, onCancel: close, isOpenAt }}>
    <Suspense fallback={null}>{children}</Suspense>
  </OpenerContext>
);
