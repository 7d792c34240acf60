import { buildingsOf, floorsOf } from './make-sites.ts';
import { type Portal, PortalRefusal } from './portal.ts';
import { BUILDINGS } from './sites.ts';

const FLOORS = new Set(
  BUILDINGS.flatMap(({ floors }) => Object.values(floors).map(({ floorName }) => floorName)),
);

/**
 * Removes a manager's buildings that belong to the fleet, with their floors. Floors and buildings to which a person has
 * added something stay; returns their names.
 */
export const removeSites = async (
  portal: Portal,
  managerId: string,
  removed: { floors: number; buildings: number },
): Promise<string[]> => {
  const kept: string[] = [];
  const remove = async (path: string, what: string): Promise<number> => {
    try {
      await portal.remove(path);
      return 1;
    } catch (error) {
      if (!(error instanceof PortalRefusal && error.status === 409)) throw error;
      kept.push(what);
      return 0;
    }
  };
  for (const { buildingId, buildingName } of await buildingsOf(portal, managerId)) {
    for (const { floorId, floorName } of await floorsOf(portal, buildingId)) {
      if (FLOORS.has(floorName))
        removed.floors += await remove(`/floor/${floorId}`, `floor ${floorName} of ${buildingName}`);
    }
    removed.buildings += await remove(`/building/${buildingId}`, `building ${buildingName}`);
  }
  return kept;
};
