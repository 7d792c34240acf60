import { useSearchParams } from 'react-router';
import { COLOUR_FILTERS, type ColourFilter } from '../devices/device-state.ts';
import { ALL, type HomeFilter } from './use-home.ts';

export type View = 'map' | 'cards';
/** What stands on the map. */
export const MAP_OF = ['devices', 'buildings'] as const;
export type MapOf = (typeof MAP_OF)[number];

type Change = Readonly<Record<string, string | null>>;

/** What is looked at, from the address. */
export const useHomeAddress = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('colour') ?? '';
  const colour: ColourFilter = asked in COLOUR_FILTERS ? (asked as ColourFilter) : 'all';
  const view: View = search.get('view') === 'cards' ? 'cards' : 'map';
  const mapOf: MapOf = search.get('on') === 'buildings' ? 'buildings' : 'devices';
  /** Null leaves out what is usual. What opens a dialog can be gone back from. */
  const change = (values: Change, replace = true) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  const locationId = search.get('location') ?? ALL;
  const managerId = search.get('customer') ?? ALL;
  const unlessAll = (id: string) => (id === ALL ? null : id);
  return {
    colour,
    view,
    mapOf,
    locationId,
    managerId,
    isFiltered: locationId !== ALL || managerId !== ALL,
    /** The building whose floors are shown, and the floor whose plan is. */
    buildingId: search.get('building'),
    floorId: search.get('floor'),
    setColour: (value: ColourFilter) => change({ colour: value === 'all' ? null : value }),
    setView: (value: View) => change({ view: value === 'map' ? null : value }),
    setMapOf: (value: MapOf) => change({ on: value === 'devices' ? null : value }),
    setFilter: (filter: HomeFilter) =>
      change({ location: unlessAll(filter.locationId), customer: unlessAll(filter.managerId) }),
    openBuilding: (buildingId: string) => change({ building: buildingId, floor: null }, false),
    openFloor: (floorId: string) => change({ floor: floorId }, false),
    closeFloor: () => change({ floor: null }),
    closeBuilding: () => change({ building: null, floor: null }),
  };
};
export type HomeAddress = ReturnType<typeof useHomeAddress>;
