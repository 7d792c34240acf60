import { useSearchParams } from 'react-router';
import { COLOUR_FILTERS, type ColourFilter } from '../devices/device-state.ts';

export type View = 'map' | 'cards';

/** What is looked at, from the address. */
export const useHomeAddress = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('colour') ?? '';
  const colour: ColourFilter = asked in COLOUR_FILTERS ? (asked as ColourFilter) : 'all';
  const view: View = search.get('view') === 'cards' ? 'cards' : 'map';
  const set = (name: string, value: string, usual: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    colour,
    view,
    setColour: (value: ColourFilter) => set('colour', value, 'all'),
    setView: (value: View) => set('view', value, 'map'),
  };
};
