import { useSearchParams } from 'react-router';
import type { ColourFilter } from '../devices/device-state.ts';
import { ALL, readHomeAddress, type MapOf, type View } from './home-address.ts';
import { mayFilter, type HomeFilter } from './use-home.ts';

type Change = Readonly<Record<string, string | null>>;

/** What is looked at, from the address. */
export const useHomeAddress = () => {
  const [search, setSearch] = useSearchParams();
  const address = readHomeAddress(search);
  const { locationId, managerId } = address;
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
  const unlessAll = (id: string) => (id === ALL ? null : id);
  return {
    ...address,
    isFiltered: mayFilter() && (locationId !== ALL || managerId !== ALL),
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
