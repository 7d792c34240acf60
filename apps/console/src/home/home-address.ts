import { COLOUR_FILTERS, type ColourFilter } from '../devices/device-state.ts';

/** What the documents have in the place of a location or a customer for all of them. */
export const ALL = '0';

export type View = 'map' | 'cards';
/** What stands on the map. */
export const MAP_OF = ['devices', 'buildings'] as const;
export type MapOf = (typeof MAP_OF)[number];

const isColour = (name: string): name is ColourFilter => Object.hasOwn(COLOUR_FILTERS, name);

/** An id as a link has it; dots alone would lead elsewhere in the path of a call. */
const idIn = (search: URLSearchParams, name: string): string | null => {
  const id = search.get(name) ?? '';
  return /^\.*$/.test(id) ? null : id;
};

/** What is looked at, from the address; what means nothing in it is left out. */
export const readHomeAddress = (search: URLSearchParams) => {
  const colour = search.get('colour') ?? '';
  const buildingId = idIn(search, 'building');
  const view: View = search.get('view') === 'cards' ? 'cards' : 'map';
  const mapOf: MapOf = search.get('on') === 'buildings' ? 'buildings' : 'devices';
  return {
    colour: isColour(colour) ? colour : ('all' as const),
    view,
    mapOf,
    locationId: idIn(search, 'location') ?? ALL,
    managerId: idIn(search, 'customer') ?? ALL,
    /** The building whose floors are shown, and the floor whose plan is. */
    buildingId,
    floorId: buildingId === null ? null : idIn(search, 'floor'),
  };
};
