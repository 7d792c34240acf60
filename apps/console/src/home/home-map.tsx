import { latLngBounds, type LatLngBounds, type PopupOptions } from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { Link } from 'react-router';
import { StateIcon } from '../devices/state-chip.tsx';
import { BaseMap, DEEPEST_ZOOM, FIT } from '../map/base-map.tsx';
import { PinMarker } from '../map/pin-marker.tsx';
import { clusterIcon, pinIcon } from '../map/pin.ts';
import { devicePath } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceCard } from './device-card.tsx';
import { LAST_CLUSTERED_ZOOM, PinIndex, type Pin } from './pin-index.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './home-map.module.css';

/** The documents' centre where there is no data. */
const NOWHERE: [number, number] = [51.5074, 0.1278];
const NOWHERE_ZOOM = 4;
/** Pins a little beyond the edges exist already when the map is dragged. */
const SPARE = 0.25;
const DEVICE_CARD: PopupOptions = { minWidth: 320, maxWidth: 320, autoPanPadding: [24, 24] };
const MOST_LISTED = 40;
const MOST_FITTED = 2_000;

const boundsOf = (places: readonly { lat: number; lng: number }[]) =>
  latLngBounds(places.map(({ lat, lng }): [number, number] => [lat, lng]));

interface Seen {
  bounds: LatLngBounds;
  zoom: number;
}

/** What the map shows once it has come to rest. */
const useSeen = (): Seen => {
  const map = useMap();
  const [seen, setSeen] = useState<Seen>(() => ({ bounds: map.getBounds(), zoom: map.getZoom() }));
  useMapEvents({ moveend: () => setSeen({ bounds: map.getBounds(), zoom: map.getZoom() }) });
  return seen;
};

const DevicePin = ({
  pin,
  device,
}: {
  pin: Extract<Pin, { kind: 'device' }>;
  device: HomeDevice | undefined;
}) => {
  const text = useText();
  if (!device) return null;
  return (
    <PinMarker
      position={pin}
      icon={pinIcon(pin.state)}
      title={text('home.pin', { alias: device.deviceAlias, state: text(`states.${pin.state}`) })}
      zIndexOffset={pin.state === 'firing' ? 1000 : 0}
      card={DEVICE_CARD}
    >
      <div className={styles.card}>
        <DeviceCard device={device} />
      </div>
    </PinMarker>
  );
};

const ClusterPin = ({ pin, index }: { pin: Extract<Pin, { kind: 'cluster' }>; index: PinIndex }) => {
  const text = useText();
  const map = useMap();
  const parts = index.zoomThatParts(pin.id) <= LAST_CLUSTERED_ZOOM;
  const open = () => {
    // The group's own pin is gone when the map comes to rest; the next key goes on from the map.
    map.getContainer().focus({ preventScroll: true });
    map.flyToBounds(boundsOf(index.members(pin.id, MOST_FITTED)), {
      ...FIT,
      maxZoom: DEEPEST_ZOOM,
      duration: 0.4,
    });
  };
  const { count, worst, state } = pin;
  const pressable = {
    position: pin,
    icon: clusterIcon(state, worst, count),
    title: text('home.cluster', { count, worst, state: text(`states.${state}`) }),
    zIndexOffset: state === 'firing' ? 1000 : 0,
  };
  if (parts) return <PinMarker {...pressable} onPress={open} />;
  return (
    <PinMarker {...pressable}>
      <ul className={styles.members}>
        {index.members(pin.id, MOST_LISTED).map((member) => (
          <li key={member.deviceName}>
            <StateIcon state={member.state} />
            <Link to={devicePath(member.deviceName)}>{member.deviceName}</Link>
          </li>
        ))}
      </ul>
    </PinMarker>
  );
};

/** A device of location mode Gps; the others hang on their floor's plan. */
type PlacedDevice = HomeDevice & { lat: number; lng: number };
const isPlaced = (device: HomeDevice): device is PlacedDevice => device.lat !== null && device.lng !== null;

const Pins = ({ devices }: { devices: PlacedDevice[] }) => {
  const index = useMemo(() => new PinIndex(devices), [devices]);
  const byName = useMemo(() => new Map(devices.map((device) => [device.deviceName, device])), [devices]);
  const { bounds, zoom } = useSeen();
  const pins = useMemo(() => {
    const wide = bounds.pad(SPARE);
    return index.within([wide.getWest(), wide.getSouth(), wide.getEast(), wide.getNorth()], zoom);
  }, [index, bounds, zoom]);
  return pins.map((pin) =>
    pin.kind === 'device' ? (
      <DevicePin key={pin.key} pin={pin} device={byName.get(pin.deviceName)} />
    ) : (
      <ClusterPin key={pin.key} pin={pin} index={index} />
    ),
  );
};

/** Shows all again whenever other devices are shown than before and some lie outside; never under one's hands. */
const Fit = ({ devices }: { devices: PlacedDevice[] }) => {
  const map = useMap();
  const latest = useRef(devices);
  latest.current = devices;
  const names = devices.map(({ deviceName }) => deviceName).join();
  const fitted = useRef(names);
  useEffect(() => {
    if (fitted.current === names || latest.current.length === 0) return;
    fitted.current = names;
    const bounds = boundsOf(latest.current);
    if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, FIT);
  }, [map, names]);
  return null;
};

/** The fleet on a map: a pin per device, pins that would touch as one with their number. */
export default function HomeMap({
  devices,
  className,
}: {
  devices: HomeDevice[];
  className?: string | undefined;
}) {
  const text = useText();
  const placed = useMemo(() => devices.filter(isPlaced), [devices]);
  return (
    <BaseMap
      centre={NOWHERE}
      zoom={NOWHERE_ZOOM}
      bounds={placed.length > 0 ? boundsOf(placed) : undefined}
      label={text('home.map')}
      className={className}
    >
      <Fit devices={placed} />
      <Pins devices={placed} />
    </BaseMap>
  );
}
