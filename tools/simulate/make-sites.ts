import type { Building } from '@telemon/contracts/devices/buildings';
import type { Floor, UploadedPlan } from '@telemon/contracts/devices/floors';
import type { ManagerKey } from './people.ts';
import { type Portal, withRetries } from './portal.ts';
import {
  BUILDINGS,
  type DemoBuilding,
  type DemoFloor,
  type FloorKey,
  type MadeFloor,
  planOf,
} from './sites.ts';

/** The existing buildings of a manager that belong to the fleet. */
export const buildingsOf = async (portal: Portal, managerId: string): Promise<Building[]> => {
  const names = new Set(BUILDINGS.map(({ buildingName }) => buildingName));
  const buildings = await portal.all<Building>('/building', 'building');
  return buildings.filter((each) => each.managerId === managerId && names.has(each.buildingName));
};

/** The floors of a building. */
export const floorsOf = async (
  portal: Portal,
  buildingId: string,
): Promise<Pick<Floor, 'floorId' | 'floorName'>[]> =>
  (await portal.get<{ floor: Pick<Floor, 'floorId' | 'floorName'>[] }>(`/floorByBuilding/${buildingId}`))
    .floor;

/** Makes the missing buildings and floors of a manager, with their plans. Returns the ids of all floors. */
export const makeSites = async (
  portal: Portal,
  key: ManagerKey,
  managerId: string,
): Promise<Map<FloorKey, MadeFloor>> => {
  const made = new Map<FloorKey, MadeFloor>();
  for (const building of BUILDINGS.filter(({ manager }) => manager === key)) {
    const buildingId = await withRetries(() => buildingIdOf(portal, building, managerId));
    for (const [floorKey, floor] of Object.entries(building.floors) as [FloorKey, DemoFloor][]) {
      const floorId = await withRetries(() => floorIdOf(portal, floor, buildingId));
      made.set(floorKey, { buildingId, floorId });
    }
  }
  return made;
};

const buildingIdOf = async (
  portal: Portal,
  { buildingName, lat, lng }: DemoBuilding,
  managerId: string,
): Promise<string> => {
  const there = (await buildingsOf(portal, managerId)).find((each) => each.buildingName === buildingName);
  if (there) return there.buildingId;
  const request = { buildingName, managerId, lat, lng };
  return (await portal.post<{ buildingData: Building }>('/building', request)).buildingData.buildingId;
};

const floorIdOf = async (portal: Portal, floor: DemoFloor, buildingId: string): Promise<string> => {
  const { floorName } = floor;
  const there = (await floorsOf(portal, buildingId)).find((each) => each.floorName === floorName);
  if (there) return there.floorId;
  const { fileName } = await portal.upload<UploadedPlan>('/floor/upload', 'floormap', planOf(floor));
  const request = { buildingId, floorName, mapUrl: fileName };
  return (await portal.post<{ floor: Floor }>('/floor', request)).floor.floorId;
};
