import { useSearchParams } from 'react-router';

const ADDING = 'add';

/** Whether a form stands over a page; a part of the address says it, such as `command=add`. */
export const useFormHere = (part: string) => {
  const [search, setSearch] = useSearchParams();
  const set = (isOpen: boolean) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (isOpen) next.set(part, ADDING);
      else next.delete(part);
      return next;
    });
  return { isOpen: search.get(part) === ADDING, open: () => set(true), close: () => set(false) };
};
