import { ADJUSTMENT_RANGES, type AskedAdjustment, type SensorMapping } from './treatment.ts';

/** The settings of a device that decide which others are required. */
interface Settings {
  locationMode: 'Gps' | 'Map';
  lat: number | null;
  lng: number | null;
  floorData: object | null;
  /** Sensor types by channel. */
  sensorIds: readonly (string | null)[];
  sensorAdjustment: AskedAdjustment;
  sensorMapping: SensorMapping;
}

interface Lack {
  path: (string | number)[];
  message: string;
}

const placeLacks = ({ locationMode, lat, lng, floorData }: Settings): Lack[] => {
  const values = locationMode === 'Gps' ? { lat, lng } : { floorData };
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [{ path: [name], message: 'This field is required' }] : [],
  );
};

const adjustmentLacks = ({ sensorIds, sensorAdjustment }: Settings): Lack[] => {
  if (!sensorAdjustment.enabled) return [];
  return sensorIds.flatMap((id, channel) => {
    const name = `sensor${channel + 1}` as `sensor${1 | 2 | 3 | 4}`;
    const ranges = sensorAdjustment[name];
    if (id === null) return [];
    const parts = Array.from({ length: ADJUSTMENT_RANGES }, (_, place) =>
      (['from', 'to', 'value'] as const)
        .filter((part) => ranges?.[place]?.[part] == null)
        .map((part) => ['sensorAdjustment', name, place, part]),
    );
    return parts.flat().map((path) => ({ path, message: 'Required' }));
  });
};

const mappingLacks = ({ sensorMapping }: Settings): Lack[] => {
  if (!sensorMapping.enabled) return [];
  return (['TC1', 'TC2', 'TC3', 'TC4'] as const)
    .filter((channel) => sensorMapping[channel] === null)
    .map((channel) => ({ path: ['sensorMapping', channel], message: 'Required' }));
};

/**
 * The required settings that a device lacks: a position for its location mode; with an adjustment, four complete ranges for each
 * chosen sensor; with a mapping, all four channels.
 */
export const lacksOf = (settings: Settings): Lack[] => [
  ...placeLacks(settings),
  ...adjustmentLacks(settings),
  ...mappingLacks(settings),
];
