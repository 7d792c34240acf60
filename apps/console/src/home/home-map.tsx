import type { PopupOptions } from 'leaflet';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { BaseMap } from '../map/base-map.tsx';
import { WorldPins, type Pinned } from '../map/pin-index.ts';
import { PinMarker } from '../map/pin-marker.tsx';
import { buildingIcon, pinIcon } from '../map/pin.ts';
import { Pins, boundsOf } from '../map/pins.tsx';
import { devicePath } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceCard } from './device-card.tsx';
import { Fit } from './fit.tsx';
import type { HomeBuilding } from './states-within.ts';
import type { MapOf } from './home-address.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './home-map.module.css';

/** The documents' centre where there is no data. */
const NOWHERE: [number, number] = [51.5074, 0.1278];
const NOWHERE_ZOOM = 4;
const DEVICE_CARD: PopupOptions = { minWidth: 320, maxWidth: 320 };

/** A device of location mode Gps; the others hang on their floor's plan. */
type PlacedDevice = HomeDevice & Pinned;
type PlacedBuilding = HomeBuilding & Pinned;

const isPlaced = (device: HomeDevice): device is PlacedDevice => device.lat !== null && device.lng !== null;

const placedBuildings = (buildings: readonly HomeBuilding[]): PlacedBuilding[] =>
  buildings.map((building) => ({ ...building, key: building.buildingId }));

const DevicePin = ({ device }: { device: PlacedDevice }) => {
  const text = useText();
  return (
    <PinMarker
      position={device}
      icon={pinIcon(device.state)}
      title={text('home.pin', { alias: device.deviceAlias, state: text(`states.${device.state}`) })}
      zIndexOffset={device.state === 'firing' ? 1000 : 0}
      card={DEVICE_CARD}
    >
      <div className={styles.card}>
        <DeviceCard device={device} />
      </div>
    </PinMarker>
  );
};

const BuildingPin = ({ building, onOpen }: { building: PlacedBuilding; onOpen: () => void }) => {
  const text = useText();
  const { state, worst, count, buildingName: name } = building;
  const values = { name, worst, count, state: text(`states.${state}`) };
  const which = count === 0 ? 'empty' : worst === count ? 'all' : 'some';
  return (
    <PinMarker
      position={building}
      icon={buildingIcon(count === 0 ? 'empty' : state, text(`home.building.${which}`, values))}
      title={text(count === 0 ? 'home.building.pinEmpty' : 'home.building.pin', values)}
      zIndexOffset={state === 'firing' ? 1000 : 0}
      onPress={onOpen}
    />
  );
};

interface Props {
  of: MapOf;
  /** What was chosen to be shown, in words of its own. */
  chosen: string;
  devices: readonly HomeDevice[];
  buildings: readonly HomeBuilding[];
  onBuilding: (buildingId: string) => void;
  className?: string | undefined;
}

/** The fleet on a map, or the buildings that it stands in. */
export default function HomeMap({ of, chosen, devices, buildings, onBuilding, className }: Props) {
  const text = useText();
  const ofDevices = of === 'devices';
  const placed = useMemo(() => devices.filter(isPlaced), [devices]);
  const standing = useMemo(() => placedBuildings(buildings), [buildings]);
  const places: readonly Pinned[] = ofDevices ? placed : standing;
  const former = useRef<WorldPins>(undefined);
  const index = useMemo(() => (former.current = new WorldPins(places, former.current)), [places]);
  return (
    <BaseMap
      centre={NOWHERE}
      zoom={NOWHERE_ZOOM}
      bounds={places.length > 0 ? boundsOf(places) : undefined}
      label={text(ofDevices ? 'home.map' : 'home.buildingMap')}
      className={className}
    >
      <Fit places={places} chosen={chosen} />
      {ofDevices ? (
        <Pins
          places={placed}
          index={index}
          one={(device) => <DevicePin key={device.key} device={device} />}
          listed={({ deviceName }) => <Link to={devicePath(deviceName)}>{deviceName}</Link>}
          groupText="home.cluster"
        />
      ) : (
        <Pins
          places={standing}
          index={index}
          one={(building) => (
            <BuildingPin
              key={building.key}
              building={building}
              onOpen={() => onBuilding(building.buildingId)}
            />
          )}
          listed={({ buildingId, buildingName }) => (
            <button type="button" className={styles.listed} onClick={() => onBuilding(buildingId)}>
              {buildingName}
            </button>
          )}
          groupText="home.buildingCluster"
        />
      )}
    </BaseMap>
  );
}
