import { useSearchParams } from 'react-router';

const ADDING = 'add';

/** Opens a form over a page by a parameter of its query: for a new record by `command=add`, for another by its id. */
export const useFormHere = (parameter: string) => {
  const [search, setSearch] = useSearchParams();
  const value = search.get(parameter);
  const isOpenAt = (query: URLSearchParams) => query.has(parameter);
  const withParameter = (before: URLSearchParams, id: string) => {
    const next = new URLSearchParams(before);
    next.set(parameter, id);
    return next;
  };
  const close = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete(parameter);
      return next;
    });
  return {
    isOpen: value === ADDING,
    /** The id of the record that is edited; null: none. */
    editedId: value === ADDING ? null : value,
    isOpenAt,
    open: () => setSearch((before) => withParameter(before, ADDING)),
    /** The address at which the form edits a record. */
    editAt: (id: string) => ({ search: `?${withParameter(search, id)}` }),
    close,
  };
};
