import type { MapBuilding } from '@telemon/contracts/devices/dashboards';
import { severityOf, type DeviceState } from '../state/device-state.ts';
import type { Text } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';

/** The worst state among some devices, how many are in it, and of how many. */
export interface Summary {
  state: DeviceState;
  worst: number;
  count: number;
}

type Placed = Pick<HomeDevice, 'floorData' | 'state'>;
export type HomeBuilding = MapBuilding & Summary;

/** Where there is no device, nothing is wrong. */
const NONE: Summary = { state: 'normal', worst: 0, count: 0 };

const withOneMore = ({ state, worst, count }: Summary, more: DeviceState): Summary => {
  const isWorse = count === 0 || severityOf(more) > severityOf(state);
  return isWorse
    ? { state: more, worst: 1, count: count + 1 }
    : { state, worst: more === state ? worst + 1 : worst, count: count + 1 };
};

const summaries = (
  devices: readonly Placed[],
  placeOf: (floorData: NonNullable<Placed['floorData']>) => string | null,
): Map<string, Summary> => {
  const found = new Map<string, Summary>();
  for (const { floorData, state } of devices) {
    const place = floorData && placeOf(floorData);
    if (place) found.set(place, withOneMore(found.get(place) ?? NONE, state));
  }
  return found;
};

/** The buildings, each with the present states of its devices. */
export const buildingsWithStates = (
  buildings: readonly MapBuilding[],
  devices: readonly Placed[],
): HomeBuilding[] => {
  const within = summaries(devices, ({ buildingId }) => buildingId);
  return buildings.map((building) => ({ ...building, ...(within.get(building.buildingId) ?? NONE) }));
};

/** The present states of the devices of each floor, by the floor's id; a floor without devices has none. */
export const statesOfFloors = (devices: readonly Placed[]): Map<string, Summary> =>
  summaries(devices, ({ floorMapId }) => floorMapId);

/** "1 of 2 firing", "3 normal" or "No devices". */
export const summaryWords = ({ state, worst, count }: Summary, text: Text): string => {
  if (count === 0) return text('home.within.none');
  const word = text(`states.${state}`).toLocaleLowerCase();
  return text(worst === count ? 'home.within.all' : 'home.within.some', { worst, count, state: word });
};
