import { useSearchParams } from 'react-router';

const ADDING = 'add';

/** Opens a form over a page by a parameter of its query, such as `command=add`. */
export const useFormHere = (parameter: string) => {
  const [search, setSearch] = useSearchParams();
  const isOpenAt = (query: URLSearchParams) => query.get(parameter) === ADDING;
  const set = (isOpen: boolean) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (isOpen) next.set(parameter, ADDING);
      else next.delete(parameter);
      return next;
    });
  return { isOpen: isOpenAt(search), isOpenAt, open: () => set(true), close: () => set(false) };
};
