import { Box } from '@mui/material';
import type { PopupOptions } from 'leaflet';
import { useMemo, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { Link } from 'react-router';
import { usePresentValues } from '../state/sensor-values.ts';
import { useSilence } from '../state/silent-chip.tsx';
import { devicePath } from '../data/pages.ts';
import { BaseMap } from '../map/base-map.tsx';
import { WorldPins } from '../map/pin-index.ts';
import type { Pinned } from '../map/pinned.ts';
import { PinMarker } from '../map/pin-marker.tsx';
import { buildingIcon, pinIcon } from '../map/pin.ts';
import { Pins, boundsOf, type PinRendering } from '../map/pins.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceCard } from './device-card.tsx';
import { Fit } from './fit.tsx';
import { summaryWords, type HomeBuilding } from './states-within.ts';
import type { HomeDevice } from './use-home.ts';

/** The documented centre without data. */
const DEFAULT_CENTRE: [number, number] = [51.5074, 0.1278];
const DEFAULT_ZOOM = 4;
/** From this zoom on, buildings are far enough apart to show names. */
const NAMED_FROM_ZOOM = 12;
const CARD: PopupOptions = { minWidth: 320, maxWidth: 320 };
const LISTED = { p: 0, border: 0, background: 'none', color: 'var(--accent)', cursor: 'pointer' };

/** A device of location mode Gps; the others are on floors of a building. */
type PlacedDevice = HomeDevice & Pinned;
type PlacedBuilding = HomeBuilding & Pinned;
type Place = PlacedDevice | PlacedBuilding;

const isPlaced = (device: HomeDevice): device is PlacedDevice => device.lat !== null && device.lng !== null;
const isBuilding = (place: Place): place is PlacedBuilding => 'buildingId' in place;

const DevicePin = ({ device }: { device: PlacedDevice }) => {
  const text = useText();
  const { state, deviceAlias: alias } = device;
  const silence = useSilence(usePresentValues(device).silentSince);
  const isSilentToo = state === 'firing' && silence !== null;
  const shown = state === 'silent' && silence !== null ? silence : text(`states.${state}`);
  const words = text('home.pin', { alias, state: shown });
  return (
    <PinMarker
      position={device}
      icon={pinIcon(state, { isSilentToo })}
      title={isSilentToo ? text('home.pinSilent', { words, silence }) : words}
      zIndexOffset={state === 'firing' ? 1000 : 0}
      card={CARD}
    >
      <Box sx={{ width: CARD.minWidth, height: 304, '& header': { pr: 5 } }}>
        <DeviceCard device={device} />
      </Box>
    </PinMarker>
  );
};

const BuildingPin = ({ building, onOpen }: { building: PlacedBuilding; onOpen: () => void }) => {
  const text = useText();
  const isNamed = useMap().getZoom() >= NAMED_FROM_ZOOM;
  const { state, count, buildingName: name } = building;
  const states = summaryWords(building, text);
  const named = text('home.building', { name, states });
  return (
    <PinMarker
      position={building}
      icon={buildingIcon(count === 0 ? 'empty' : state, isNamed ? named : states)}
      title={named}
      zIndexOffset={state === 'firing' ? 1000 : 0}
      onPress={onOpen}
    />
  );
};

interface Props {
  label: string;
  groupText: PinRendering<Place>['groupText'];
  /** The user's selection of shown devices, as a key. */
  chosen: string;
  devices: readonly HomeDevice[];
  buildings: readonly HomeBuilding[];
  onBuilding: (buildingId: string) => void;
}

/** The devices on a map, and the buildings of devices on floors. */
export default function HomeMap({ label, groupText, chosen, devices, buildings, onBuilding }: Props) {
  const places = useMemo((): Place[] => {
    const placed = devices.filter(isPlaced);
    const placedBuildings = buildings.map((building) => ({
      ...building,
      key: building.buildingId,
      // Beside devices, a building counts as its devices.
      ...(devices.length > 0 && { within: building }),
    }));
    return [...placed, ...placedBuildings];
  }, [devices, buildings]);
  const former = useRef<WorldPins<Place>>(undefined);
  const index = useMemo(() => (former.current = new WorldPins(places, former.current)), [places]);
  return (
    <BaseMap
      centre={DEFAULT_CENTRE}
      zoom={DEFAULT_ZOOM}
      bounds={places.length > 0 ? boundsOf(places) : undefined}
      label={label}
    >
      <Fit places={places} chosen={chosen} />
      <Pins
        index={index}
        one={(place) =>
          isBuilding(place) ? (
            <BuildingPin key={place.key} building={place} onOpen={() => onBuilding(place.buildingId)} />
          ) : (
            <DevicePin key={place.key} device={place} />
          )
        }
        listed={(place) =>
          isBuilding(place) ? (
            <Box component="button" type="button" sx={LISTED} onClick={() => onBuilding(place.buildingId)}>
              {place.buildingName}
            </Box>
          ) : (
            <Link to={devicePath(place.deviceName)}>{place.deviceName}</Link>
          )
        }
        groupText={groupText}
      />
    </BaseMap>
  );
}
