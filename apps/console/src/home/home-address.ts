import { useLocation, useSearchParams } from 'react-router';
import { may } from '../data/access.ts';
import { useCloseTo } from '../kit/close-to.ts';
import { COLOUR_FILTERS, type ColourFilter } from '../state/device-state.ts';

/** The documented id for all locations or all customers. */
export const ALL = '0';

/** The location and customer filter, for admins only. */
export interface HomeFilter {
  locationId: string;
  managerId: string;
}
export const mayFilter = () => may('GET /dashboard/getAllLocations/');

export const VIEWS = ['map', 'cards', 'wall'] as const;
export type View = (typeof VIEWS)[number];
/** The map shows one of these. */
export const MAP_OF = ['devices', 'buildings'] as const;
export type MapOf = (typeof MAP_OF)[number];

const oneOf = <Name extends string>(names: readonly Name[], search: URLSearchParams, key: string): Name =>
  names.find((name) => name === search.get(key)) ?? names[0]!;

/** An id from the address; dots alone would change the path of a request. */
const idIn = (search: URLSearchParams, key: string): string | null => {
  const id = search.get(key) ?? '';
  return /^\.*$/.test(id) ? null : id;
};

/** The page's state from its address; invalid parts get their defaults. */
export const readHomeAddress = (search: URLSearchParams) => {
  const buildingId = idIn(search, 'building');
  return {
    colour: oneOf(Object.keys(COLOUR_FILTERS) as ColourFilter[], search, 'colour'),
    view: oneOf(VIEWS, search, 'view'),
    mapOf: oneOf(MAP_OF, search, 'on'),
    locationId: idIn(search, 'location') ?? ALL,
    managerId: idIn(search, 'customer') ?? ALL,
    /** The building whose floors are shown, and the floor whose plan is shown. */
    buildingId,
    floorId: buildingId === null ? null : idIn(search, 'floor'),
  };
};

/** The address with other values; null and default values are removed from it. */
const changed = (before: URLSearchParams, values: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || ['all', 'map', 'devices', ALL].includes(value)) next.delete(name);
    else next.set(name, value);
  }
  return next;
};

export const useHomeAddress = () => {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const closeTo = useCloseTo();
  const address = readHomeAddress(search);
  const { locationId, managerId } = address;
  /** Dialogs use `replace: false`, for the browser's Back. */
  const change = (values: Record<string, string | null>, replace = true) =>
    setSearch((before) => changed(before, values), { replace });
  const close = (dialogs: Record<string, null>) => {
    const next = changed(search, dialogs);
    closeTo({ pathname, search: next.size === 0 ? '' : `?${next}` });
  };
  return {
    ...address,
    isFiltered: mayFilter() && (locationId !== ALL || managerId !== ALL),
    setColour: (colour: ColourFilter) => change({ colour }),
    setView: (view: View) => change({ view }),
    setMapOf: (on: MapOf) => change({ on }),
    setFilter: (filter: HomeFilter) => change({ location: filter.locationId, customer: filter.managerId }),
    openBuilding: (building: string) => change({ building, floor: null }, false),
    openFloor: (floor: string) => change({ floor }, false),
    closeFloor: () => close({ floor: null }),
    closeBuilding: () => close({ building: null, floor: null }),
  };
};
export type HomeAddress = ReturnType<typeof useHomeAddress>;
