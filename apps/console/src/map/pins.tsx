import { latLngBounds, type LatLngBounds } from 'leaflet';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { StateIcon } from '../devices/state-chip.tsx';
import { DEEPEST_ZOOM, FIT } from '../map/base-map.tsx';
import { PinMarker } from '../map/pin-marker.tsx';
import { clusterIcon } from '../map/pin.ts';
import { useText } from '../texts/use-text.ts';
import { LAST_CLUSTERED_ZOOM, PinIndex, type Pin, type Pinned } from './pin-index.ts';
import styles from './home-map.module.css';

/** Pins a little beyond the edges exist already when the map is dragged. */
const SPARE = 0.25;
const MOST_LISTED = 40;
const MOST_FITTED = 2_000;

export const boundsOf = (places: readonly { lat: number; lng: number }[]) =>
  latLngBounds(places.map(({ lat, lng }): [number, number] => [lat, lng]));

interface Seen {
  bounds: LatLngBounds;
  zoom: number;
}

/** What the map shows once it has come to rest. */
const useSeen = (): Seen => {
  const map = useMap();
  const [seen, setSeen] = useState<Seen>(() => ({ bounds: map.getBounds(), zoom: map.getZoom() }));
  // Always the same, so that it hears of a move in the turn in which the page is drawn anew, too.
  const events = useMemo(
    () => ({ moveend: () => setSeen({ bounds: map.getBounds(), zoom: map.getZoom() }) }),
    [map],
  );
  useMapEvents(events);
  return seen;
};

/** What a pin stands for. */
interface Meaning<Place extends Pinned> {
  /** The pin of a single one. */
  one: (place: Place) => ReactNode;
  /** A single one in the list of those that share a spot. */
  listed: (place: Place) => ReactNode;
  /** What a group says of itself. */
  groupText: 'home.cluster' | 'home.buildingCluster';
}

const GroupPin = <Place extends Pinned>({
  pin,
  index,
  byKey,
  listed,
  groupText,
}: Meaning<Place> & {
  pin: Extract<Pin, { kind: 'cluster' }>;
  index: PinIndex;
  byKey: ReadonlyMap<string, Place>;
}) => {
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
    title: text(groupText, { count, worst, state: text(`states.${state}`) }),
    zIndexOffset: state === 'firing' ? 1000 : 0,
  };
  if (parts) return <PinMarker {...pressable} onPress={open} />;
  return (
    <PinMarker {...pressable}>
      <ul className={styles.members}>
        {index.members(pin.id, MOST_LISTED).map(({ key }) => {
          const place = byKey.get(key);
          return (
            place && (
              <li key={key}>
                <StateIcon state={place.state} />
                {listed(place)}
              </li>
            )
          );
        })}
      </ul>
    </PinMarker>
  );
};

/** A pin each, those that would touch as one with their number; only those in sight exist. */
export const Pins = <Place extends Pinned>({
  places,
  ...meaning
}: Meaning<Place> & { places: readonly Place[] }) => {
  const index = useMemo(() => new PinIndex(places), [places]);
  const byKey = useMemo(() => new Map(places.map((place) => [place.key, place])), [places]);
  const { bounds, zoom } = useSeen();
  const pins = useMemo(() => {
    const wide = bounds.pad(SPARE);
    return index.within([wide.getWest(), wide.getSouth(), wide.getEast(), wide.getNorth()], zoom);
  }, [index, bounds, zoom]);
  return pins.map((pin) => {
    if (pin.kind === 'cluster') return <GroupPin key={pin.key} {...{ pin, index, byKey }} {...meaning} />;
    const place = byKey.get(pin.key);
    return place && meaning.one(place);
  });
};

/** Shows all again whenever others are shown than before and some lie outside; never under one's hands. */
export const Fit = ({ places }: { places: readonly Pinned[] }) => {
  const map = useMap();
  const latest = useRef(places);
  latest.current = places;
  const names = places.map(({ key }) => key).join();
  const fitted = useRef(names);
  useEffect(() => {
    if (fitted.current === names || latest.current.length === 0) return;
    fitted.current = names;
    const bounds = boundsOf(latest.current);
    if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, FIT);
  }, [map, names]);
  return null;
};
