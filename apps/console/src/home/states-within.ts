import type { MapBuilding } from '@telemon/contracts/devices/dashboards';
import { summaryOf, type Summary } from '../map/pinned.ts';
import type { Text } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';

type Placed = Pick<HomeDevice, 'floorData' | 'state'>;
export type HomeBuilding = MapBuilding & Summary;

const summaries = (devices: readonly Placed[], place: 'buildingId' | 'floorMapId'): Map<string, Summary> => {
  const byPlace = Map.groupBy(devices, ({ floorData }) => floorData?.[place] ?? '');
  byPlace.delete('');
  return new Map([...byPlace].map(([id, those]) => [id, summaryOf(those)]));
};

/** The buildings with the current state of their devices. */
export const buildingsWithStates = (
  buildings: readonly MapBuilding[],
  devices: readonly Placed[],
): HomeBuilding[] => {
  const within = summaries(devices, 'buildingId');
  return buildings.map((building) => ({
    ...building,
    ...(within.get(building.buildingId) ?? summaryOf([])),
  }));
};

/** The current state of each floor's devices, by floor id; floors without devices are left out. */
export const statesOfFloors = (devices: readonly Placed[]): Map<string, Summary> =>
  summaries(devices, 'floorMapId');

/** "1 of 2 firing", "3 normal" or "No devices". */
export const summaryWords = ({ state, worst, count }: Summary, text: Text): string => {
  if (count === 0) return text('home.within.none');
  const word = text(`states.${state}`).toLocaleLowerCase();
  return text(worst === count ? 'home.within.all' : 'home.within.some', { worst, count, state: word });
};
