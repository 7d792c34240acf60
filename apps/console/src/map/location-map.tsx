import { DEFAULT_CENTRE } from '@telemon/contracts/devices/buildings';
import type { Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { BaseMap } from './base-map.tsx';
import { pinIcon } from './pin.ts';
import { roundDegrees } from './round-degrees.ts';

type Place = { lat: number; lng: number };

const NO_PLACE: [number, number] = [DEFAULT_CENTRE.lat, DEFAULT_CENTRE.lng];
const NO_PLACE_ZOOM = 3;
const PLACE_ZOOM = 12;
/** Near enough to choose, far enough to see what lies around. */
const GOAL_ZOOM = 8;

const PlaceMarker = ({ place, goal, onPick, title }: Pick<Props, 'place' | 'goal' | 'onPick' | 'title'>) => {
  const map = useMap();
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick({ lat: roundDegrees(lat), lng: roundDegrees(lng) });
    },
  });
  const lat = place?.lat;
  const lng = place?.lng;
  // A place that was typed may lie outside of what is seen.
  useEffect(() => {
    if (lat !== undefined && lng !== undefined && !map.getBounds().contains([lat, lng])) {
      map.setView([lat, lng], Math.max(map.getZoom(), PLACE_ZOOM));
    }
  }, [map, lat, lng]);
  useEffect(() => {
    if (goal !== null) map.setView(goal, Math.max(map.getZoom(), GOAL_ZOOM));
  }, [map, goal]);
  const events = useMemo(
    () => ({
      dragend: ({ target }: { target: unknown }) => {
        const dropped = (target as LeafletMarker).getLatLng().wrap();
        onPick({ lat: roundDegrees(dropped.lat), lng: roundDegrees(dropped.lng) });
      },
    }),
    [onPick],
  );
  if (!place) return null;
  return <Marker position={place} draggable icon={pinIcon('waiting')} title={title} eventHandlers={events} />;
};

interface Props {
  place: Place | null;
  /** A place to show, such as a city that the user searched. */
  goal: Place | null;
  onPick: (place: Place) => void;
  label: string;
  title: string;
}

/** A map to choose a place on: a click sets the pin, which can then be dragged. */
export default function LocationMap({ place, goal, onPick, label, title }: Props) {
  return (
    <BaseMap
      centre={place ? [place.lat, place.lng] : NO_PLACE}
      zoom={place ? PLACE_ZOOM : NO_PLACE_ZOOM}
      label={label}
      wheel={false}
    >
      <PlaceMarker place={place} goal={goal} onPick={onPick} title={title} />
    </BaseMap>
  );
}
